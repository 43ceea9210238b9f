"""Where pictures come from: files, folders, videos, cameras, streams, and the synthetic table."""
