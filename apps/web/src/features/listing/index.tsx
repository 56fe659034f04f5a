export { ListingPage } from './listing-page.tsx';
