// The public face of @palier/contract.
export {};
