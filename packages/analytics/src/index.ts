// The public face of @palier/analytics.
export {};
