import { useEffect, useMemo, useRef, useState } from 'react'
import { fleetGroups } from './fleet-groups.ts'
import type { GoogleMap } from './google-types.ts'
import { Spot } from './GoogleMarks.tsx'
import type { MarkerLayer } from './marker-layer.ts'
import classes from '../map.module.css'
import { fleetColors } from '../map-colors.ts'
import type { FleetCar, MapFleet } from '../map-props.ts'
import { markOf, vehicleShapes } from '../fleet/vehicle-shapes.ts'

interface Props {
  readonly map: GoogleMap
  readonly layer: MarkerLayer
  readonly fleet: MapFleet
  readonly dark: boolean
}

/** Many cars: by state and direction, and as numbers where they are close to each other. */
export const GoogleFleet = ({ map, layer, fleet, dark }: Props) => {
  const [zoom, setZoom] = useState(() => Math.round(map.getZoom() ?? 0))
  const latest = useRef(fleet)
  useEffect(() => void (latest.current = fleet))
  useEffect(() => {
    const look = () => {
      setZoom(Math.round(map.getZoom() ?? 0))
      const box = map.getBounds()?.toJSON()
      if (box !== undefined) latest.current.onView(box)
    }
    const listeners = [map.addListener('idle', look), map.addListener('click', () => latest.current.onChoose(null))]
    look()
    return () => {
      for (const listener of listeners) listener.remove()
    }
  }, [map])
  const signs = useMemo(() => fleetGroups(fleet.cars, zoom), [fleet.cars, zoom])
  return signs.map((sign) =>
    sign.kind === 'car' ? (
      <Spot key={sign.car.id} layer={layer} at={sign.car.at} pressed>
        <CarSign
          car={sign.car}
          color={fleetColors[dark ? 'dark' : 'light'][sign.car.stale ? 'stale' : sign.car.state]}
          chosen={sign.car.id === fleet.chosen}
          onPress={() => fleet.onChoose(sign.car.id)}
        />
      </Spot>
    ) : (
      <Spot key={sign.id} layer={layer} at={sign.at} pressed>
        {/* the list of the cars beside the map is for keyboards and screen readers, as with the embedded map */}
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          className={classes.fleetGroup}
          onClick={() => {
            map.setOptions({ center: sign.at, zoom: zoom + 2 })
          }}
        >
          {sign.count}
        </button>
      </Spot>
    ),
  )
}

/** A mark for what the car does: empty, a dot (on the way), a bar (with a rider); never colour alone. */
const CarSign = ({
  car,
  color,
  chosen,
  onPress,
}: {
  readonly car: FleetCar
  readonly color: string
  readonly chosen: boolean
  readonly onPress: () => void
}) => {
  const { shape = 'car' } = car
  const { dot, bar } = markOf(shape)
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      className={classes.fleetCar}
      data-chosen={chosen || undefined}
      style={{ color }}
      onClick={(event) => {
        // otherwise the map handles it as a press on the background
        event.stopPropagation()
        onPress()
      }}
    >
      <svg viewBox="0 0 28 28" width="28" height="28" transform={`rotate(${car.heading ?? 0})`}>
        <path d={vehicleShapes[shape].path} fillRule="evenodd" />
        {car.state === 'pickup' && (
          <circle cx={dot.x} cy={dot.y} r={dot.radius} fill="var(--remis-paper)" stroke="none" />
        )}
        {car.state === 'trip' && <rect {...bar} fill="var(--remis-paper)" stroke="none" />}
      </svg>
    </button>
  )
}
