"""Who comes in as what: a PIN for the referee, a link for each side, nothing for those who only watch."""
