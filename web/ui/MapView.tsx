import { lazy, Suspense, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapViewProps } from './map/map-props.ts'
import classes from './map/map.module.css'

const MapCanvas = lazy(() => import('./map/MapCanvas.tsx').then((module) => ({ default: module.MapCanvas })))
const GoogleCanvas = lazy(() =>
  import('./map/google/GoogleCanvas.tsx').then((module) => ({ default: module.GoogleCanvas })),
)

let able: boolean | undefined

/** MapLibre needs WebGL 2; without it the text beside the map has to suffice. */
const canDraw = (): boolean => {
  able ??= document.createElement('canvas').getContext('webgl2') !== null
  return able
}

const Loading = () => <div className={classes.frame} aria-busy="true" />

const Unavailable = () => {
  const { t } = useTranslation()
  return (
    <div className={classes.frame} role="note">
      <p className={classes.unavailable}>{t('map_unavailable')}</p>
    </div>
  )
}

/** The embedded map; its code (about 300 kB) is loaded when a map is shown. */
const EmbeddedMap = (props: MapViewProps) =>
  canDraw() ? (
    <Suspense fallback={<Loading />}>
      <MapCanvas {...props} />
    </Suspense>
  ) : (
    <Unavailable />
  )

/** The map: Google's where the installation has chosen it, else the embedded one. */
export const MapView = (props: MapViewProps) =>
  props.google === undefined ? <EmbeddedMap {...props} /> : <GoogleMap {...props} google={props.google} />

type GoogleProps = MapViewProps & { readonly google: NonNullable<MapViewProps['google']> }

const GoogleMap = (props: GoogleProps) => {
  const { t } = useTranslation()
  const [failed, setFailed] = useState(false)
  const onFailed = useCallback(() => setFailed(true), [])
  const { key, language, region, orEmbedded } = props.google
  if (key === undefined) return <Loading />
  if (key !== null && !failed)
    return (
      <Suspense fallback={<Loading />}>
        <GoogleCanvas {...props} script={{ key, language, region }} onFailed={onFailed} />
      </Suspense>
    )
  if (!orEmbedded) return <Unavailable />
  return (
    <div className={`${classes.frame} ${classes.fallback}`}>
      {/* without a key the embedded map is shown, without a message */}
      {failed && (
        <p className={classes.instead} role="note">
          {t('map_google_missing')}
        </p>
      )}
      <EmbeddedMap {...props} />
    </div>
  )
}
