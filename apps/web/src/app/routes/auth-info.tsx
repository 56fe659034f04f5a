export { AuthInfoPage as Component } from '../../features/auth/auth-info-page.tsx';
