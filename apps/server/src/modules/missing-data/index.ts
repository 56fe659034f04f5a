/** Data that the products of a project lack, counted and shown by example. */
export {};
