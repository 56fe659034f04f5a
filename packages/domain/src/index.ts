// The public face of @palier/domain.
export {};
