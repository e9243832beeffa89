/** Colours of the lines on every map, by theme. */
export const lineColors = {
  route: { light: '#1b5dc2', dark: '#74a9ff' },
  track: { light: '#0b7a5b', dark: '#2bc79a' },
  rim: { light: '#ffffff', dark: '#0e1420' },
} as const

/** Of the cars of a fleet, the same as the chips of a booking's state. */
export const fleetColors = {
  light: { free: '#0b7a5b', pickup: '#8f5b00', trip: '#1b5dc2', stale: '#7b8694', ink: '#ffffff', group: '#10151c' },
  dark: { free: '#2bc79a', pickup: '#f5bb45', trip: '#74a9ff', stale: '#7b879b', ink: '#0e1420', group: '#e8edf5' },
} as const
