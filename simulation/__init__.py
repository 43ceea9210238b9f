"""What Vedette is tried on: pictures of tables that are not there, and a battle that plays itself."""
