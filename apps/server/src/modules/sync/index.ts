/** Discounts taken from another project: what differs by product, and bringing the target up to date. */
export {};
