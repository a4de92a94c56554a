"""An agent that answers with what was answered to something alike: Say Something Smart."""
