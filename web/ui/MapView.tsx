import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapViewProps } from './map/map-props.ts'
import classes from './map/map.module.css'

const MapCanvas = lazy(() => import('./map/MapCanvas.tsx').then((module) => ({ default: module.MapCanvas })))

let able: boolean | undefined

/** MapLibre needs WebGL 2; without it the text beside the map has to suffice. */
const canDraw = (): boolean => {
  able ??= document.createElement('canvas').getContext('webgl2') !== null
  return able
}

/** The map; its code (about 300 kB) is loaded when a map is shown. */
export const MapView = (props: MapViewProps) => {
  const { t } = useTranslation()
  if (!canDraw())
    return (
      <div className={classes.frame} role="note">
        <p className={classes.unavailable}>{t('map_unavailable')}</p>
      </div>
    )
  return (
    <Suspense fallback={<div className={classes.frame} aria-busy="true" />}>
      <MapCanvas {...props} />
    </Suspense>
  )
}
