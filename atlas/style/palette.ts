/** The colours of the map: muted, with emphasis on roads and water. */
export interface Palette {
  readonly ground: string
  readonly water: string
  readonly waterLabel: string
  readonly park: string
  readonly wood: string
  readonly sand: string
  readonly wetland: string
  readonly built: string
  readonly civic: string
  readonly building: string
  readonly buildingEdge: string
  readonly runway: string
  readonly rail: string
  readonly path: string
  readonly minor: string
  readonly middle: string
  readonly major: string
  readonly highway: string
  readonly casing: string
  readonly majorCasing: string
  readonly arrow: string
  readonly label: string
  readonly strongLabel: string
  readonly quietLabel: string
  readonly parkLabel: string
  readonly halo: string
  readonly dot: string
}

export const light: Palette = {
  ground: '#F5F4F0',
  water: '#BBD7E6',
  waterLabel: '#4A7C96',
  park: '#D3E6CB',
  wood: '#C3DDBD',
  sand: '#F1E8CF',
  wetland: '#D5E6DD',
  built: '#EBE8E4',
  civic: '#EEEBE1',
  building: '#E6E2DB',
  buildingEdge: '#D9D4CB',
  runway: '#DDDFE6',
  rail: '#BFC0C6',
  path: '#D9CFBF',
  minor: '#FFFFFF',
  middle: '#FFFFFF',
  major: '#FFF0C9',
  highway: '#FFDD9E',
  casing: '#DEDAD2',
  majorCasing: '#E5C98C',
  arrow: '#9AA0A8',
  label: '#4B525C',
  strongLabel: '#10151C',
  quietLabel: '#69717C',
  parkLabel: '#3F7443',
  halo: '#FFFFFF',
  dot: '#7A828E',
}

export const dark: Palette = {
  ground: '#0E1420',
  water: '#0A2236',
  waterLabel: '#5F93B5',
  park: '#11241F',
  wood: '#12271F',
  sand: '#23231F',
  wetland: '#10242A',
  built: '#131A28',
  civic: '#151C2A',
  building: '#1A2232',
  buildingEdge: '#222C3F',
  runway: '#20283A',
  rail: '#313B50',
  path: '#2A3345',
  minor: '#242D40',
  middle: '#303B52',
  major: '#45526E',
  highway: '#66708A',
  casing: '#0B101A',
  majorCasing: '#0B101A',
  arrow: '#5A6781',
  label: '#A9B4C6',
  strongLabel: '#EDF1F7',
  quietLabel: '#8592A8',
  parkLabel: '#6FA886',
  halo: '#0E1420',
  dot: '#7587A3',
}
