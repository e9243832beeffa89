import type { LatLng } from '@remis/domain/kit/distance'
import { Marker as MapMarker } from 'maplibre-gl'
import { useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useMap } from 'react-map-gl/maplibre'
import type { MapCar } from './map-props.ts'
import { CarMark } from './marks.tsx'
import type { Path } from './path.ts'
import { useGlide } from './use-glide.ts'

/** The vehicle as seen from above; it glides along the path between two positions and never jumps back. */
export const Car = ({ car, path }: { car: MapCar; path: Path | null }) => {
  const { current: map } = useMap()
  const [element] = useState(() => document.createElement('div'))
  const marker = useRef<MapMarker | null>(null)

  useEffect(() => {
    if (map === undefined) return
    const made = new MapMarker({ element, rotationAlignment: 'map' })
    marker.current = made
    return () => {
      made.remove()
      marker.current = null
    }
  }, [map, element])

  const draw = useCallback(
    ({ lat, lng }: LatLng, heading: number) => {
      marker.current?.setLngLat([lng, lat]).setRotation(heading)
      if (!element.isConnected && map !== undefined) marker.current?.addTo(map.getMap())
    },
    [map, element],
  )
  useGlide(car, path, draw)

  return createPortal(<CarMark car={car} />, element)
}
