// The public face of @palier/demo.
export {};
