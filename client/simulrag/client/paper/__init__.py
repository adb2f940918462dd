"""The method of the SimulRAG paper as it is printed, to compare with the loop of this client."""
