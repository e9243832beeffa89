/** Vehicles from above in a square of 28, the front at the top; the window is a hole (fill rule evenodd). */
export const vehicleShapes = {
  car: {
    path: 'M12.5 2h3a4.5 4.5 0 0 1 4.5 4.5v15a4.5 4.5 0 0 1-4.5 4.5h-3a4.5 4.5 0 0 1-4.5-4.5v-15a4.5 4.5 0 0 1 4.5-4.5zM10 7v3.5h8v-3.5z',
    mark: 3,
  },
  van: {
    path: 'M9.5 1h9a2.5 2.5 0 0 1 2.5 2.5v21a2.5 2.5 0 0 1-2.5 2.5h-9a2.5 2.5 0 0 1-2.5-2.5v-21a2.5 2.5 0 0 1 2.5-2.5zM9 4v3.5h10v-3.5z',
    mark: 3.5,
  },
  bike: {
    path: 'M14 2a3 3 0 0 1 3 3v3h4v2.5h-4V23a3 3 0 0 1-6 0V10.5H7V8h4V5a3 3 0 0 1 3-3z',
    mark: 1.8,
  },
} as const
export type VehicleShape = keyof typeof vehicleShapes

const shapesOfPictures: Readonly<Record<string, VehicleShape>> = {
  bicycle: 'bike',
  motorbike: 'bike',
  van: 'van',
  xl: 'van',
}

/** By the built-in picture of a car type; an uploaded one says nothing of the shape. */
export const shapeOfPicture = (image: string | null): VehicleShape =>
  (image === null ? undefined : shapesOfPictures[image]) ?? 'car'

/** The mark for what the vehicle does, in the same square: a dot (on the way) or a bar (with a rider). */
export const markOf = (shape: VehicleShape) => {
  const { mark } = vehicleShapes[shape]
  return { dot: { x: 14, y: 17, radius: mark }, bar: { x: 14 - mark * 1.3, y: 13.5, width: mark * 2.6, height: 8.5 } }
}
