import type { Map as MapLibreMap } from 'maplibre-gl'

/** Lines on a grid of 24 by 24, drawn in white on a disc of the colour. Source: Tabler icons (MIT). */
const points: Record<string, { readonly colour: string; readonly lines: string }> = {
  airport: {
    colour: '#3f5fa8',
    lines: 'M16 10h4a2 2 0 0 1 0 4h-4l-4 7h-3l2 -7h-4l-2 2h-3l2 -4l-2 -4h3l2 2h4l-2 -7h3l4 7',
  },
  station: { colour: '#3f5fa8', lines: 'M7 4h10a2 2 0 0 1 2 2v9a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-9a2 2 0 0 1 2 -2M5 11h14M9 14h.01M15 14h.01M8 17l-2 4M16 17l2 4' }, // prettier-ignore
  tram: { colour: '#3f5fa8', lines: 'M7 7h10a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-8a2 2 0 0 1 2 -2M5 13h14M9 3h6M12 3v4M9 16h.01M15 16h.01' }, // prettier-ignore
  bus: { colour: '#3f5fa8', lines: 'M6 4h12a2 2 0 0 1 2 2v11a1 1 0 0 1 -1 1h-14a1 1 0 0 1 -1 -1v-11a2 2 0 0 1 2 -2M4 12h16M8 15h.01M16 15h.01M7 18v2M17 18v2' }, // prettier-ignore
  stop: { colour: '#6b7fae', lines: 'M6 4h12a2 2 0 0 1 2 2v11a1 1 0 0 1 -1 1h-14a1 1 0 0 1 -1 -1v-11a2 2 0 0 1 2 -2M4 12h16M8 15h.01M16 15h.01M7 18v2M17 18v2' }, // prettier-ignore
  ferry: { colour: '#2f7399', lines: 'M4 18l-1 -5h18l-2 4M5 13v-6h8l4 6M7 7v-4h-1M3 21c2 0 2 -1 4.500 -1s2.500 1 4.500 1s2 -1 4.500 -1s2.500 1 4.500 1' }, // prettier-ignore
  taxi: { colour: '#b27a00', lines: 'M5 17a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M15 17a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M5 17h-2v-6l2 -5h9l4 5h1a2 2 0 0 1 2 2v4h-2m-4 0h-6m-6 -6h15M9 3h4' }, // prettier-ignore
  hospital: { colour: '#c0392b', lines: 'M8 5v14M16 5v14M8 12h8' },
  pharmacy: { colour: '#2e8b57', lines: 'M12 5v14M5 12h14' },
  hotel: {
    colour: '#7a4fa3',
    lines: 'M5 9a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M22 17v-3h-20M2 8v9M12 14h10v-2a3 3 0 0 0 -3 -3h-7v5',
  },
  school: { colour: '#8a6d3b', lines: 'M22 9l-10 -4l-10 4l10 4l10 -4v6M6 10.600v5.400a6 3 0 0 0 12 0v-5.400' },
  park: { colour: '#3f8a4c', lines: 'M12 21v-8M12 3l-6 8h3l-3 5h12l-3 -5h3l-6 -8' },
  shop: { colour: '#5b7a8c', lines: 'M6.331 8h11.339a2 2 0 0 1 1.977 2.304l-1.255 8.152a3 3 0 0 1 -2.966 2.544h-6.852a3 3 0 0 1 -2.965 -2.544l-1.255 -8.152a2 2 0 0 1 1.977 -2.304M9 11v-5a3 3 0 0 1 6 0v5' }, // prettier-ignore
  culture: { colour: '#8c5a6b', lines: 'M3 21h18M3 10h18M5 6l7 -3l7 3M4 10v11M20 10v11M8 14v3M12 14v3M16 14v3' },
  food: { colour: '#b5652b', lines: 'M19 3v12h-5c-.023 -3.681 .184 -7.406 5 -12m0 12v6h-1v-3m-10 -14v17m-3 -17v3a3 3 0 1 0 6 0v-3' }, // prettier-ignore
  fuel: { colour: '#5b7a8c', lines: 'M14 11h1a2 2 0 0 1 2 2v3a1.500 1.500 0 0 0 3 0v-7l-3 -3M4 20v-14a2 2 0 0 1 2 -2h6a2 2 0 0 1 2 2v14M3 20h12M4 11h10' }, // prettier-ignore
}

const signs = {
  light: { arrow: '#6f7681', plate: '#ffffff', rim: '#8d949e' },
  dark: { arrow: '#93a0b8', plate: '#2a3550', rim: '#8793ac' },
} as const

/** All images are drawn at twice the size they are shown in. */
const ratio = 2
const pointSize = 20

const canvasOf = (width: number, height: number): CanvasRenderingContext2D | null => {
  const canvas = document.createElement('canvas')
  canvas.width = width * ratio
  canvas.height = height * ratio
  const pen = canvas.getContext('2d')
  pen?.scale(ratio, ratio)
  return pen
}

const pixels = (pen: CanvasRenderingContext2D): ImageData => pen.getImageData(0, 0, pen.canvas.width, pen.canvas.height)

const drawPoint = ({ colour, lines }: { colour: string; lines: string }): ImageData | null => {
  const pen = canvasOf(pointSize, pointSize)
  if (pen === null) return null
  pen.fillStyle = '#ffffff'
  pen.beginPath()
  pen.arc(10, 10, 10, 0, 2 * Math.PI)
  pen.fill()
  pen.fillStyle = colour
  pen.beginPath()
  pen.arc(10, 10, 9, 0, 2 * Math.PI)
  pen.fill()
  pen.translate(4, 4)
  pen.scale(0.5, 0.5)
  pen.strokeStyle = '#ffffff'
  pen.lineWidth = 2.4
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  pen.stroke(new Path2D(lines))
  return pixels(pen)
}

const drawArrow = (colour: string): ImageData | null => {
  const pen = canvasOf(16, 10)
  if (pen === null) return null
  pen.strokeStyle = colour
  pen.lineWidth = 1.8
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  pen.stroke(new Path2D('M2 5h12M10.500 1.500l3.500 3.500l-3.500 3.500'))
  return pixels(pen)
}

const drawShield = ({ plate, rim }: { plate: string; rim: string }): ImageData | null => {
  const pen = canvasOf(16, 14)
  if (pen === null) return null
  pen.beginPath()
  pen.roundRect(1, 1, 14, 12, 3)
  pen.fillStyle = plate
  pen.fill()
  pen.lineWidth = 1
  pen.strokeStyle = rim
  pen.stroke()
  return pixels(pen)
}

/** An empty image of the size of a pin. */
export const PIN_ROOM = 'pin-room'
const pinSize = 24

const drawNothing = (): ImageData | null => {
  const pen = canvasOf(pinSize, pinSize)
  return pen === null ? null : pixels(pen)
}

/** Adds the images that the map's style names: icons of points, arrows of one-way streets, plates of road numbers. */
export const addMapImages = (map: MapLibreMap): void => {
  const add = (name: string, draw: () => ImageData | null, more: object = {}): void => {
    if (map.hasImage(name)) return
    const drawn = draw()
    if (drawn !== null) map.addImage(name, drawn, { pixelRatio: ratio, ...more })
  }
  for (const [name, look] of Object.entries(points)) add(`poi-${name}`, () => drawPoint(look))
  add(PIN_ROOM, drawNothing)
  for (const theme of ['light', 'dark'] as const) {
    add(`oneway-${theme}`, () => drawArrow(signs[theme].arrow))
    // the corners keep their shape when the plate grows with its text
    add(`shield-${theme}`, () => drawShield(signs[theme]), { stretchX: [[10, 22]], stretchY: [[10, 18]], content: [6, 4, 26, 24] }) // prettier-ignore
  }
}
