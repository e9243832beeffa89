import { useComputedColorScheme } from '@mantine/core'
import type { LatLng } from '@remis/domain/kit/distance'
import { useMemo } from 'react'
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
  const dark = useComputedColorScheme('light') === 'dark'
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
      <MapView
        styleUrl={`/maps/style-${dark ? 'dark' : 'light'}.json`}
        dark={dark}
        label={label}
        center={pickup}
        route={route}
        pins={pins}
        keep={keep}
        padding={padding}
        still
      />
    </div>
  )
}

const padding = { top: 28, bottom: 28, left: 28, right: 28 }
