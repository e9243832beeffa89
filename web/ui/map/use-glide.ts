import type { LatLng } from '@remis/domain/kit/distance'
import { useEffect, useRef } from 'react'
import { glideAt, glideTo, headingOn, placed, type Glide } from './glide.ts'
import type { MapCar } from './map-props.ts'
import type { Path } from './path.ts'

/**
 * Draws the car in each frame while it glides along the path between two positions; it never jumps back. `draw` must
 * not change from one render to the next unless the map does.
 */
export const useGlide = (car: MapCar, path: Path | null, draw: (at: LatLng, heading: number) => void): void => {
  const glide = useRef<Glide | null>(null)
  const { lat, lng } = car.at
  useEffect(() => {
    const now = performance.now()
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    const held = glide.current
    glide.current =
      held === null || still
        ? placed({ lat, lng }, now, car.heading ?? headingOn(path, { lat, lng }) ?? held?.heading)
        : glideTo(held, path, { lat, lng }, now, car.heading)
    let frame = 0
    const show = () => {
      const shown = glideAt(glide.current!, path, performance.now())
      draw(shown.at, shown.heading)
      if (!shown.done) frame = requestAnimationFrame(show)
    }
    show()
    return () => cancelAnimationFrame(frame)
  }, [lat, lng, car.heading, path, draw])
}
