import { createTheme } from '@mui/material/styles';
import { breakpoints } from './breakpoints.ts';
import { colors, discountKindColors, scoreColors } from './colors.ts';

declare module '@mui/material/styles' {
  interface Palette {
    accent: { accent1: string; accent2: string; accent3: string };
    score: Record<keyof typeof scoreColors, string>;
    discountKind: Record<keyof typeof discountKindColors, string>;
  }
  interface PaletteOptions {
    accent?: Palette['accent'];
    score?: Palette['score'];
    discountKind?: Palette['discountKind'];
  }
}

const font = '"Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif';

/** MUI's theme: the same values as styles/tokens.css, for the dialogs, drawers and pickers that MUI draws. */
export const theme = createTheme({
  spacing: 8,
  shape: { borderRadius: 3 },
  breakpoints: { values: breakpoints },
  palette: {
    primary: { main: colors.primary, contrastText: colors.secondary },
    secondary: { main: colors.secondary, contrastText: '#FFFFFF' },
    error: { main: colors.error, contrastText: colors.secondary },
    info: { main: colors.info, contrastText: colors.secondary },
    success: { main: colors.success, contrastText: colors.secondary },
    warning: { main: colors.warning, contrastText: colors.secondary },
    text: { primary: colors.secondary, secondary: '#5A6079' },
    divider: '#E1E4EC',
    background: { default: '#F6F7FA', paper: '#FFFFFF' },
    accent: { accent1: colors.accent1, accent2: colors.accent2, accent3: colors.accent3 },
    score: scoreColors,
    discountKind: discountKindColors,
  },
  typography: { fontFamily: font, fontSize: 13, button: { textTransform: 'none' } },
  transitions: {
    duration: {
      shortest: 80,
      shorter: 100,
      short: 120,
      standard: 120,
      complex: 150,
      enteringScreen: 120,
      leavingScreen: 100,
    },
  },
  components: {
    MuiButtonBase: { defaultProps: { disableRipple: true } },
  },
});
