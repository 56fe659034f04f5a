export { ListingPage } from './screen/listing-page.tsx';
