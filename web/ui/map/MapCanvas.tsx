import '../mantine-parts.ts'
import { ActionIcon, useDirection } from '@mantine/core'
import { IconFocusCentered } from '@tabler/icons-react'
import { setWorkerUrl, type Map as MapLibreMap, type VectorSourceSpecification } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AttributionControl, Map, NavigationControl, type MapProps, type MapRef } from 'react-map-gl/maplibre'
import { boundsOf, limitsOf } from './bounds.ts'
import { Car } from './Car.tsx'
import { Fleet } from './Fleet.tsx'
import { Line } from './Line.tsx'
import type { MapViewProps } from './map-props.ts'
import { addMapImages } from './map-images.ts'
import classes from './map.module.css'
import { pathOf, project, rest } from './path.ts'
import { Pins } from './Pins.tsx'
import { framePadding, useCamera } from './use-camera.ts'

// Vite does not emit MapLibre's worker automatically.
setWorkerUrl(workerUrl)

/** A car this near to the route is on it, metres. */
const onRoute = 60

export const MapCanvas = (props: MapViewProps) => {
  const { t } = useTranslation()
  const { dir } = useDirection()
  // panels are at the start side, so the map's controls are at the end side
  const side = dir === 'rtl' ? 'left' : 'right'
  const map = useRef<MapRef>(null)
  const [drawn, setDrawn] = useState<'loading' | 'idle' | 'failed'>('loading')
  const [ready, setReady] = useState(false)
  const camera = useCamera(map, props.keep, props.padding, ready)
  const path = useMemo(() => pathOf(props.route ?? []), [props.route])
  const carAt = props.car?.at
  // from the car on; the car itself glides along the whole path
  const ahead = useMemo(() => {
    if (path === null || carAt === undefined) return props.route
    const { along, off } = project(path, carAt)
    return off <= onRoute ? rest(path, along) : props.route
  }, [path, carAt, props.route])
  // the first view, computed once the size is known; the camera moves from there
  const [start, setStart] = useState<Start | null>(null)
  const begin = (frame: HTMLDivElement | null) => {
    if (frame !== null && start === null) setStart(startOf(props, frame))
  }
  const [extent, setExtent] = useState<Extent | null>(null)
  const limits = useMemo(() => (extent === null ? undefined : limitsOf(extent, props.keep ?? [])), [extent, props.keep])
  const words = useMemo(
    () => ({
      'Map.Title': props.label,
      'NavigationControl.ZoomIn': t('map_zoom_in'),
      'NavigationControl.ZoomOut': t('map_zoom_out'),
    }),
    [props.label, t],
  )
  return (
    // a map has physical sides, not those of the writing direction
    <div ref={begin} className={classes.frame} dir="ltr" data-map={drawn}>
      {start && (
        <Map
          ref={map}
          mapStyle={props.styleUrl}
          initialViewState={start}
          attributionControl={false}
          locale={words}
          interactive={!props.still}
          dragRotate={false}
          pitchWithRotate={false}
          touchPitch={false}
          fadeDuration={0}
          maxZoom={18}
          // not `load`, which waits for every tile: on a slow network the car would leave the view
          onStyleData={({ target }) => {
            addMapImages(target)
            if (extent === null) setExtent(extentOf(target))
            setReady(true)
          }}
          renderWorldCopies={false}
          {...(limits && { maxBounds: limits })}
          onIdle={() => setDrawn('idle')}
          onError={({ error }) => {
            // a missing tile is harmless; without a style there is no map
            if (drawn === 'loading' && !/tile/i.test(error.message)) setDrawn('failed')
          }}
          onMoveStart={camera.onMoveStart}
        >
          {props.track && <Line id="track" points={props.track} look="track" dark={props.dark} />}
          {ahead && <Line id="route" points={ahead} look="route" dark={props.dark} />}
          <Pins pins={props.pins ?? []} pulse={props.pulse ?? null} />
          {props.car && <Car car={props.car} path={path} />}
          {props.fleet && ready && <Fleet fleet={props.fleet} dark={props.dark} />}
          {!props.still && <NavigationControl showCompass={false} position={`top-${side}`} />}
          <AttributionControl compact={false} position={`bottom-${side}`} />
        </Map>
      )}
      {camera.held && (
        <ActionIcon
          className={classes.recenter}
          data-side={side}
          variant="default"
          size={44}
          radius="xl"
          aria-label={t('map_recenter')}
          title={t('map_recenter')}
          onClick={camera.release}
        >
          <IconFocusCentered size={20} stroke={1.75} />
        </ActionIcon>
      )}
      {drawn === 'failed' && <p className={classes.unavailable}>{t('map_unavailable')}</p>}
    </div>
  )
}

type Extent = NonNullable<VectorSourceSpecification['bounds']>

/** The area of the map, as the style says it: the loaded source has it only a moment later. */
const extentOf = (map: MapLibreMap): Extent | null => {
  const { city } = map.getStyle().sources
  return city?.type === 'vector' ? (city.bounds ?? null) : null
}

type Start = NonNullable<MapProps['initialViewState']>

const startOf = ({ keep, padding, center, zoom }: MapViewProps, frame: HTMLElement): Start =>
  keep !== undefined && keep.length > 0
    ? { bounds: boundsOf(keep), fitBoundsOptions: { padding: framePadding(frame, padding), maxZoom: 16 } }
    : { longitude: center.lng, latitude: center.lat, zoom: zoom ?? 12.5 }
