import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'

// White text on shade 7 and black text on shade 4 have a contrast of at least 4.5 [design/web-16].
const accent: MantineColorsTuple = [
  '#e6f6f0',
  '#c6ebdd',
  '#98dcc4',
  '#60d1ad',
  '#2bc79a',
  '#16a680',
  '#0f8f6d',
  '#0b7a5b',
  '#09654c',
  '#064d3a',
]
const red: MantineColorsTuple = [
  '#fdeeee',
  '#f9d3d3',
  '#f4aaaa',
  '#f28d8d',
  '#f58080',
  '#e04c4c',
  '#cf3535',
  '#bb2525',
  '#9f1c1c',
  '#7c1313',
]
const amber: MantineColorsTuple = [
  '#fff6e0',
  '#ffe7b3',
  '#ffd98a',
  '#fbca62',
  '#f5bb45',
  '#d9982b',
  '#b2750d',
  '#8f5b00',
  '#754a00',
  '#573700',
]
const blue: MantineColorsTuple = [
  '#eaf2ff',
  '#cfe0fd',
  '#a5c6fb',
  '#86b4fb',
  '#74a9ff',
  '#4385ee',
  '#2b6fd8',
  '#1b5dc2',
  '#164da1',
  '#103a7a',
]
/** From ink (0) to the night ground (7), cards on 6, lines on 4 and 5. */
const dark: MantineColorsTuple = [
  '#e8edf5',
  '#c3cddc',
  '#9aa8bf',
  '#74839c',
  '#36425a',
  '#242e42',
  '#161d2b',
  '#0e1420',
  '#0a0f19',
  '#060a12',
]

const px = (size: number) => `${size / 16}rem`

/** Mantine chooses the text colour of filled parts for the light shade only; ours follows the scheme. */
const onFill: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  return input.variant === 'filled' ? { ...colors, color: 'var(--remis-on-fill)' } : colors
}

/** The header of a Mantine dialog is a `<header>`, which would be a second banner landmark. */
const noBanner = { header: { role: 'presentation' } }

export const theme = createTheme({
  colors: { accent, red, amber, blue, dark },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  variantColorResolver: onFill,
  black: '#10151c',
  fontFamily: 'var(--remis-font)',
  headings: {
    fontFamily: 'var(--remis-font)',
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: px(40), lineHeight: '1.15' },
      h2: { fontSize: px(28), lineHeight: '1.2' },
      h3: { fontSize: px(21), lineHeight: '1.3' },
      h4: { fontSize: px(17), lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: px(13), sm: px(15), md: px(15), lg: px(17), xl: px(21) },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.5', lg: '1.5', xl: '1.35' },
  spacing: { xs: px(8), sm: px(12), md: px(16), lg: px(24), xl: px(32) },
  radius: { xs: px(4), sm: px(6), md: px(10), lg: px(16), xl: px(999) },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  components: {
    Modal: { defaultProps: { radius: 'lg', overlayProps: { backgroundOpacity: 0.6 }, attributes: noBanner } },
    Drawer: { defaultProps: { attributes: noBanner } },
  },
})

/** Mantine's variables for the tokens of theme.css, in light and dark. */
const named = {
  '--mantine-color-text': 'var(--remis-text)',
  '--mantine-color-dimmed': 'var(--remis-dimmed)',
  '--mantine-color-placeholder': 'var(--remis-placeholder)',
  '--mantine-color-error': 'var(--remis-danger)',
  '--mantine-color-anchor': 'var(--remis-accent)',
  '--mantine-color-body': 'var(--remis-paper)',
  '--mantine-primary-color-filled': 'var(--remis-fill)',
  '--mantine-primary-color-filled-hover': 'var(--remis-fill-hover)',
}

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: named,
  dark: {
    ...named,
    // subtle buttons keep their colour in dark, where Mantine's default is white
    '--mantine-color-red-light-color': red[3],
    '--mantine-color-accent-light-color': accent[4],
    // Mantine's default is darker than our dark cards
    '--mantine-color-red-light': 'var(--remis-danger-soft)',
    '--mantine-color-red-light-hover': 'color-mix(in srgb, var(--remis-danger) 28%, var(--remis-card))',
    '--mantine-color-accent-light': 'var(--remis-accent-soft)',
    '--mantine-color-accent-light-hover': 'color-mix(in srgb, var(--remis-accent) 28%, var(--remis-card))',
    '--mantine-color-disabled': 'var(--remis-line)',
  },
})
