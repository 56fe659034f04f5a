// The public face of @palier/engine.
export {};
