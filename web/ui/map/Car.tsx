import { VisuallyHidden } from '@mantine/core'
import { Marker as MapMarker } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useMap } from 'react-map-gl/maplibre'
import { glideAt, glideTo, headingOn, placed, type Glide } from './glide.ts'
import type { MapCar } from './map-props.ts'
import classes from './map.module.css'
import type { Path } from './path.ts'

/** The car as seen from above; it glides along the path between two positions and never jumps back. */
export const Car = ({ car, path }: { car: MapCar; path: Path | null }) => {
  const { current: map } = useMap()
  const [element] = useState(() => document.createElement('div'))
  const marker = useRef<MapMarker | null>(null)
  const glide = useRef<Glide | null>(null)
  const { lat, lng } = car.at

  useEffect(() => {
    if (map === undefined) return
    const made = new MapMarker({ element, rotationAlignment: 'map' })
    marker.current = made
    return () => {
      made.remove()
      marker.current = null
    }
  }, [map, element])

  useEffect(() => {
    const now = performance.now()
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    const held = glide.current
    glide.current =
      held === null || still
        ? placed({ lat, lng }, now, car.heading ?? headingOn(path, { lat, lng }) ?? held?.heading)
        : glideTo(held, path, { lat, lng }, now, car.heading)
    let frame = 0
    const draw = () => {
      const shown = glideAt(glide.current!, path, performance.now())
      marker.current?.setLngLat([shown.at.lng, shown.at.lat]).setRotation(shown.heading)
      if (!element.isConnected && map !== undefined) marker.current?.addTo(map.getMap())
      if (!shown.done) frame = requestAnimationFrame(draw)
    }
    draw()
    return () => cancelAnimationFrame(frame)
  }, [lat, lng, car.heading, path, map, element])

  return createPortal(
    <span className={classes.car} data-stale={car.stale || undefined}>
      <VisuallyHidden>{car.label}</VisuallyHidden>
      <svg viewBox="0 0 24 44" width="24" height="44" aria-hidden="true">
        <rect className={classes.body} x="2" y="2" width="20" height="40" rx="8" />
        <path className={classes.glass} d="M5 14q7-5 14 0l-2 6q-5-2-10 0zM6 33q6 3 12 0l-1.5-5q-4.5 1.5-9 0z" />
      </svg>
    </span>,
    element,
  )
}
