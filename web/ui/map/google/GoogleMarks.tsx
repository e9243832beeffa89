import type { LatLng } from '@remis/domain/kit/distance'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { MarkerLayer } from './marker-layer.ts'
import type { MapCar, MapPin } from '../map-props.ts'
import { CarMark, PinMark, PulseMark } from '../marks.tsx'
import type { Path } from '../path.ts'
import { useGlide } from '../use-glide.ts'

interface SpotProps {
  readonly layer: MarkerLayer
  readonly at: LatLng
  /** receives presses */
  readonly pressed?: boolean
  readonly children: ReactNode
}

/** Part of the page at a point of the map. */
export const Spot = ({ layer, at, pressed = false, children }: SpotProps) => {
  const [element] = useState(() => document.createElement('div'))
  const { lat, lng } = at
  useEffect(() => layer.place(element, { lat, lng }, pressed), [layer, element, lat, lng, pressed])
  useEffect(() => () => layer.remove(element), [layer, element])
  return createPortal(children, element)
}

/** The pins of a map, and rings around a point that is searched around. */
export const GooglePins = ({
  layer,
  pins,
  pulse,
}: {
  layer: MarkerLayer
  pins: readonly MapPin[]
  pulse: LatLng | null
}) => (
  <>
    {pulse && (
      <Spot layer={layer} at={pulse}>
        <PulseMark />
      </Spot>
    )}
    {pins.map((pin) => (
      <Spot key={pin.id} layer={layer} at={pin.at}>
        <PinMark pin={pin} />
      </Spot>
    ))}
  </>
)

/** The car; it glides along the path between two positions. */
export const GoogleCar = ({ layer, car, path }: { layer: MarkerLayer; car: MapCar; path: Path | null }) => {
  const [element] = useState(() => document.createElement('div'))
  const turned = useRef<HTMLDivElement>(null)
  useEffect(() => () => layer.remove(element), [layer, element])
  const draw = useCallback(
    (at: LatLng, heading: number) => {
      layer.place(element, at)
      if (turned.current !== null) turned.current.style.transform = `rotate(${heading}deg)`
    },
    [layer, element],
  )
  useGlide(car, path, draw)
  return createPortal(
    <div ref={turned}>
      <CarMark car={car} />
    </div>,
    element,
  )
}
