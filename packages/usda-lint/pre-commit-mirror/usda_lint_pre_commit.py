"""Nothing but the dependency."""
