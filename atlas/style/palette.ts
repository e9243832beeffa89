/** The colours of the map: muted, with emphasis on roads and water. */
export interface Palette {
  readonly ground: string
  readonly water: string
  /** rivers and streams drawn as lines */
  readonly stream: string
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
  readonly pier: string
  readonly parking: string
  readonly pedestrian: string
  readonly pedestrianEdge: string
  readonly tunnel: string
  readonly tunnelEdge: string
  readonly bridgeEdge: string
  readonly boundary: string
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
  stream: '#A9CCDF',
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
  pier: '#ECE9E2',
  parking: '#ECEAE6',
  pedestrian: '#ECE7F0',
  pedestrianEdge: '#D9D0E0',
  tunnel: '#F0EFEB',
  tunnelEdge: '#C9C5BC',
  bridgeEdge: '#C2BCB0',
  boundary: '#A89BB0',
  path: '#D9CFBF',
  minor: '#FFFFFF',
  middle: '#FFFFFF',
  major: '#FFF0C9',
  highway: '#FFDD9E',
  casing: '#DEDAD2',
  majorCasing: '#E5C98C',
  arrow: '#6F7681',
  label: '#4B525C',
  strongLabel: '#10151C',
  quietLabel: '#69717C',
  parkLabel: '#3F7443',
  halo: '#FFFFFF',
  dot: '#7A828E',
}

/** Three tones: water darkest, land in the middle, streets clearly lighter. Labels stay above all of them. */
export const dark: Palette = {
  ground: '#1A2130',
  water: '#0A2238',
  stream: '#21527A',
  waterLabel: '#6FA3C7',
  park: '#1D382F',
  wood: '#1A3329',
  sand: '#2C2B27',
  wetland: '#172B31',
  built: '#1F2838',
  civic: '#212A3A',
  building: '#2D384F',
  buildingEdge: '#3C4862',
  runway: '#2E3850',
  rail: '#465169',
  pier: '#222B3B',
  parking: '#28324A',
  pedestrian: '#302F47',
  pedestrianEdge: '#41405D',
  tunnel: '#232B3B',
  tunnelEdge: '#3D4860',
  bridgeEdge: '#0F1624',
  boundary: '#6C6480',
  path: '#3B465C',
  minor: '#3A455C',
  middle: '#485571',
  major: '#65728F',
  highway: '#8790A8',
  casing: '#131A28',
  majorCasing: '#131A28',
  arrow: '#93A0B8',
  label: '#C3CCDA',
  strongLabel: '#F1F4F9',
  quietLabel: '#9CA8BC',
  parkLabel: '#83B999',
  halo: '#141B29',
  dot: '#8A99B2',
}
