"""What hosts read: handbooks, model cards, runs, evidence and simulations by their address."""
