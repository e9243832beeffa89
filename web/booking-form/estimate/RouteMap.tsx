import type { LatLng } from '@remis/domain/kit/distance'
import { useMemo } from 'react'
import { useMapStyle } from '../../platform/page/map-style.ts'
import { decodeLine } from '../../ui/map/decode-line.ts'
import { MapView } from '../../ui/MapView.tsx'
import classes from './RouteMap.module.css'

interface Props {
  /** encoded, precision 5 */
  readonly polyline: string
  readonly pickup: LatLng & { readonly add: string }
  readonly drop: LatLng & { readonly add: string }
  readonly label: string
}

/** A small static map of the route; distance and time are shown as text beside it. */
export const RouteMap = ({ polyline, pickup, drop, label }: Props) => {
  const look = useMapStyle()
  const route = useMemo(() => decodeLine(polyline), [polyline])
  const keep = useMemo(() => (route.length > 1 ? route : [pickup, drop]), [route, pickup, drop])
  const pins = useMemo(
    () => [
      { id: 'pickup', kind: 'pickup' as const, at: pickup, label: pickup.add },
      { id: 'drop', kind: 'drop' as const, at: drop, label: drop.add },
    ],
    [pickup, drop],
  )
  return (
    <div className={classes.frame}>
      <MapView {...look} label={label} center={pickup} route={route} pins={pins} keep={keep} padding={padding} still />
    </div>
  )
}

/** the line with the source of the map */
const padding = { top: 0, bottom: 16, left: 0, right: 0 }
