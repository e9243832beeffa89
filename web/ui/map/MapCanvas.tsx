import '../mantine-parts.ts'
import { useDirection } from '@mantine/core'
import { setWorkerUrl, type Map as MapLibreMap } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { Fragment, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AttributionControl, Map, NavigationControl, type MapProps, type MapRef } from 'react-map-gl/maplibre'
import { boundsOf, limitsOf, type Extent } from './bounds.ts'
import { Car } from './Car.tsx'
import { Fleet } from './fleet/Fleet.tsx'
import { Line, Walks } from './Line.tsx'
import { defaultZoom, type MapViewProps } from './map-props.ts'
import { addMapImages } from './map-images.ts'
import classes from './map.module.css'
import { Pins } from './Pins.tsx'
import { RecenterButton } from './RecenterButton.tsx'
import { framePadding, useCamera, type CameraView } from './use-camera.ts'
import { useLineAhead } from './use-line-ahead.ts'
import { walksOf } from './walks.ts'
import { whenBack } from './when-back.ts'

// Vite does not emit MapLibre's worker automatically.
setWorkerUrl(workerUrl)

/** A style that could not be loaded is asked for this often, ms [design/web-190]. */
const askedAgainAfter = 15_000

export const MapCanvas = (props: MapViewProps) => {
  const { t } = useTranslation()
  const { dir } = useDirection()
  // panels are at the start side, so the map's controls are at the end side
  const side = dir === 'rtl' ? 'left' : 'right'
  const map = useRef<MapRef>(null)
  const [drawn, setDrawn] = useState<'loading' | 'idle' | 'failed'>('loading')
  const [view, setView] = useState<CameraView | null>(null)
  const camera = useCamera(view, props.keep, props.padding)
  const { path, ahead } = useLineAhead(props)
  const walks = useMemo(
    () => walksOf({ route: props.route, pins: props.pins, car: props.planned ? null : props.car }),
    [props.route, props.pins, props.car, props.planned],
  )
  // the first view, computed once the size is known; the camera moves from there
  const [start, setStart] = useState<Start | null>(null)
  const begin = (frame: HTMLDivElement | null) => {
    if (frame !== null && start === null) setStart(startOf(props, frame))
  }
  // undefined until the style is loaded
  const [firstText, setFirstText] = useState<string | null>()
  const [extents, setExtents] = useState<readonly Extent[]>([])
  const limits = useMemo(
    () => (extents.length === 0 ? undefined : limitsOf(extents, props.keep ?? [])),
    [extents, props.keep],
  )
  const { styleUrl } = props
  useEffect(() => {
    if (drawn !== 'failed') return undefined
    return whenBack(() => {
      setDrawn('loading')
      map.current?.getMap().setStyle(styleUrl, { diff: false })
    }, askedAgainAfter)
  }, [drawn, styleUrl])
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
            setFirstText(firstTextOf(target))
            if (extents.length === 0) setExtents(extentsOf(target))
            if (view === null && map.current !== null) setView(viewOf(map.current))
          }}
          renderWorldCopies={false}
          {...(limits && { maxBounds: limits })}
          onIdle={() => setDrawn('idle')}
          onError={({ error }) => {
            // a missing tile is harmless; without a style there is no map
            if (drawn === 'loading' && !/tile/i.test(error.message)) setDrawn('failed')
          }}
          onMoveStart={(event) => {
            if ('originalEvent' in event && event.originalEvent !== undefined) camera.hold()
          }}
        >
          {firstText !== undefined && (
            <Fragment key={firstText}>
              {props.track && <Line id="track" points={props.track} look="track" dark={props.dark} below={firstText} />}
              {ahead && <Line id="route" points={ahead} look="route" dark={props.dark} below={firstText} />}
              <Walks walks={walks} dark={props.dark} below={firstText} />
            </Fragment>
          )}
          <Pins pins={props.pins ?? []} pulse={props.pulse ?? null} />
          {props.car && <Car car={props.car} path={path} />}
          {props.fleet && view && <Fleet fleet={props.fleet} dark={props.dark} />}
          {!props.still && <NavigationControl showCompass={false} position={`top-${side}`} />}
          <AttributionControl compact={false} position={`bottom-${side}`} />
        </Map>
      )}
      {camera.held && <RecenterButton side={side} onPress={camera.release} />}
      {drawn === 'failed' && <p className={classes.unavailable}>{t('map_unavailable')}</p>}
    </div>
  )
}

const viewOf = (map: MapRef): CameraView => ({
  frame: map.getContainer(),
  project: ({ lat, lng }) => map.project([lng, lat]),
  show: (points, padding, duration) => {
    // the map follows its frame a moment later, and would fit the points into its former size
    map.resize()
    map.fitBounds(boundsOf(points), { padding, maxZoom: 16, duration })
  },
})

/** The lowest layer with texts: the names of streets stay readable on a route. null: the style has no texts. */
const firstTextOf = (map: MapLibreMap): string | null =>
  map
    .getLayersOrder()
    .find((id) => map.getLayer(id)?.type === 'symbol' && map.getLayoutProperty(id, 'text-field') !== undefined) ?? null

/** The areas of the map, as the style says them; none in the style of another service. */
const extentsOf = (map: MapLibreMap): readonly Extent[] => {
  const { metadata } = map.getStyle() as { readonly metadata?: { readonly 'remis:extents'?: readonly Extent[] } }
  return metadata?.['remis:extents'] ?? []
}

type Start = NonNullable<MapProps['initialViewState']>

const startOf = ({ keep, padding, center, zoom }: MapViewProps, frame: HTMLElement): Start =>
  keep !== undefined && keep.length > 0
    ? { bounds: boundsOf(keep), fitBoundsOptions: { padding: framePadding(frame, padding), maxZoom: 16 } }
    : { longitude: center.lng, latitude: center.lat, zoom: zoom ?? defaultZoom }
