/**
 * Label fonts as woff2 files, so that no glyph server is needed. The ranges are those of the font packages' own
 * style sheets (Noto Sans 5.3.0), without the scripts that no shipped font covers.
 */
const RANGES: Readonly<Record<string, string>> = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-0130,U+0132-0151,U+0154-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
  vietnamese: 'U+0300-0301,U+0303,U+0309,U+0323,U+1EA0-1EF1',
  greek: 'U+0370-0377,U+037A-037F,U+0384-038A,U+038C,U+038E-03A1,U+03A3-03FF',
  cyrillic: 'U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116',
  'cyrillic-ext': 'U+0460-048F,U+0492-04AF,U+04B2-052F,U+1C80-1C8A,U+20B4,U+2DE0-2DFF,U+A640-A69F,U+FE2E-FE2F',
  devanagari: 'U+0900-097F,U+1CD0-1CF9,U+20A8,U+20B9,U+20F0,U+25CC,U+A830-A839,U+A8E0-A8FF,U+11B00-11B09',
}

const ARABIC =
  'U+0600-06FF,U+0750-077F,U+0870-088E,U+0890-0891,U+0897-08E1,U+08E3-08FF,U+FB50-FDFF,U+FE70-FE74,U+FE76-FEFC'

/** Font names of the style with their weights. */
const WEIGHTS = { 'Noto Sans Regular': 400, 'Noto Sans Medium': 500, 'Noto Sans Bold': 600 } as const

interface Face {
  readonly url: string
  readonly 'unicode-range': readonly string[]
}

/** `font-faces` of the style, files under `base`. */
export const fontFaces = (base: string): Record<keyof typeof WEIGHTS, Face[]> => {
  const faces = (weight: number): Face[] => [
    ...Object.entries(RANGES).map(([script, ranges]) =>
      face(base, `noto-sans-${script}-${weight}-normal.woff2`, ranges),
    ),
    face(base, 'noto-sans-arabic-arabic-wght-normal.woff2', ARABIC),
  ]
  return {
    'Noto Sans Regular': faces(WEIGHTS['Noto Sans Regular']),
    'Noto Sans Medium': faces(WEIGHTS['Noto Sans Medium']),
    'Noto Sans Bold': faces(WEIGHTS['Noto Sans Bold']),
  }
}

const face = (base: string, file: string, ranges: string): Face => ({
  url: `${base}/${file}`,
  'unicode-range': ranges.split(','),
})
