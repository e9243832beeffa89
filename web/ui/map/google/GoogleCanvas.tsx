import '../../mantine-parts.ts'
import { useDirection } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { GoogleMapsLoader, type GoogleScript, type LoaderWindow } from './load-google-maps.ts'
import type { GoogleMap, GoogleMaps } from './google-types.ts'
import { GoogleCar, GooglePins } from './GoogleMarks.tsx'
import { GoogleFleet } from './GoogleFleet.tsx'
import { GoogleLine, GoogleWalks } from './GoogleLine.tsx'
import { markerLayer, type MarkerLayer } from './marker-layer.ts'
import { spotIn, viewOf } from './mercator.ts'
import classes from '../map.module.css'
import { defaultZoom, type MapViewProps } from '../map-props.ts'
import { RecenterButton } from '../RecenterButton.tsx'
import { framePadding, useCamera, type CameraView, type Padding } from '../use-camera.ts'
import { useLineAhead } from '../use-line-ahead.ts'
import { walksOf } from '../walks.ts'

const loader = new GoogleMapsLoader(window as unknown as LoaderWindow)

interface Props extends MapViewProps {
  readonly script: GoogleScript
  /** Google's map cannot be shown. */
  readonly onFailed: () => void
}

/** What is on the page once the map is drawn. */
interface Drawn {
  readonly maps: GoogleMaps
  readonly map: GoogleMap
  readonly layer: MarkerLayer
  readonly view: CameraView
}

/** Padding above this is a panel, below it room for the controls, pixels. */
const panel = 60
const noPadding: Padding = { top: 0, bottom: 0, left: 0, right: 0 }

/**
 * Google's map behind the same properties as the embedded one. It lies beside the panels and not under them, because
 * Google's logo and links have to stay visible.
 */
export const GoogleCanvas = (props: Props) => {
  const { script, onFailed, dark, still = false } = props
  const { dir } = useDirection()
  const side = dir === 'rtl' ? 'left' : 'right'
  const frame = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const { covered, padding } = useMemo(() => beside(props.padding ?? noPadding), [props.padding])
  const camera = useCamera(drawn?.view ?? null, props.keep, padding)
  const { path, ahead } = useLineAhead(props)
  const walks = useMemo(
    () => walksOf({ route: props.route, pins: props.pins, car: props.planned ? null : props.car }),
    [props.route, props.pins, props.car, props.planned],
  )
  const latest = useRef({ props, padding, hold: camera.hold, onFailed })
  useEffect(() => void (latest.current = { props, padding, hold: camera.hold, onFailed }))

  const { key, language, region } = script
  useEffect(() => {
    let gone = false
    let close = () => {}
    const failed = () => {
      if (!gone) latest.current.onFailed()
    }
    const ended = loader.onRefused(failed)
    const draw = (maps: GoogleMaps) => {
      const element = frame.current
      if (gone || element === null) return
      const first = firstView(latest.current.props, element, latest.current.padding)
      const map = new maps.Map(element, { ...options(dark, still, side), ...first })
      const layer = markerLayer(maps, map)
      const moves = watchMoves(map, () => latest.current.hold())
      close = () => {
        moves.end()
        layer.close()
        element.replaceChildren()
      }
      setDrawn({ maps, map, layer, view: cameraView(map, element, moves.own) })
    }
    // an error of Google's own constructors counts as well
    loader.load({ key, language, region }).then(draw).catch(failed)
    return () => {
      gone = true
      ended()
      close()
      setDrawn(null)
    }
    // Google sets the look and the language of a map once.
  }, [key, language, region, dark, still, side])

  return (
    // a map has physical sides, not those of the writing direction
    <div className={classes.frame} dir="ltr" data-map={drawn ? 'idle' : 'loading'} aria-busy={!drawn || undefined}>
      <section
        ref={frame}
        className={classes.google}
        style={{ left: covered.left, right: covered.right }}
        aria-label={props.label}
      />
      {drawn && (
        <>
          {props.track && <GoogleLine {...drawn} points={props.track} look="track" dark={dark} />}
          {ahead && <GoogleLine {...drawn} points={ahead} look="route" dark={dark} />}
          <GoogleWalks {...drawn} walks={walks} dark={dark} />
          <GooglePins layer={drawn.layer} pins={props.pins ?? []} pulse={props.pulse ?? null} />
          {props.car && <GoogleCar layer={drawn.layer} car={props.car} path={path} />}
          {props.fleet && <GoogleFleet {...drawn} fleet={props.fleet} dark={dark} />}
        </>
      )}
      {camera.held && <RecenterButton side={side} onPress={camera.release} />}
    </div>
  )
}

/** Moves the map out from under panels at its sides; what remains of the padding is room around the points. */
const beside = ({ top, bottom, left, right }: Padding) => {
  const covered = { left: left > panel ? left : 0, right: right > panel ? right : 0 }
  return { covered, padding: { top, bottom, left: left - covered.left, right: right - covered.right } }
}

const sizeOf = (frame: HTMLElement) => ({ width: frame.clientWidth, height: frame.clientHeight })

const firstView = ({ keep, center, zoom }: MapViewProps, frame: HTMLElement, padding: Padding) =>
  keep !== undefined && keep.length > 0
    ? viewOf(keep, sizeOf(frame), framePadding(frame, padding), 16)
    : { center, zoom: zoom ?? defaultZoom }

/** ControlPosition of the zoom buttons, at the edge away from the panels. */
const inlineEnd = { left: 'LEFT_TOP', right: 'RIGHT_TOP' } as const

const options = (dark: boolean, still: boolean, side: 'left' | 'right') => ({
  colorScheme: dark ? 'DARK' : 'LIGHT',
  disableDefaultUI: true,
  zoomControl: !still,
  zoomControlOptions: { position: inlineEnd[side] },
  clickableIcons: false,
  keyboardShortcuts: !still,
  gestureHandling: still ? 'none' : 'greedy',
  maxZoom: 18,
})

const cameraView = (map: GoogleMap, frame: HTMLElement, own: (move: () => void) => void): CameraView => ({
  frame,
  project: (point) => {
    const center = map.getCenter()?.toJSON() ?? point
    return spotIn({ center, zoom: map.getZoom() ?? 0 }, sizeOf(frame), point)
  },
  show: (points, padding, ms) => {
    const { center, zoom } = viewOf(points, sizeOf(frame), padding, 16)
    own(() => {
      // Google animates only moves within a zoom.
      if (ms > 0 && zoom === map.getZoom()) map.panTo(center)
      else map.setOptions({ center, zoom })
    })
  },
})

/** Distinguishes moves by the user from those by the camera: Google reports both as the same event. */
const watchMoves = (map: GoogleMap, onUser: () => void) => {
  let own = false
  const moved = () => {
    if (!own) onUser()
  }
  // The first zoom of a map is reported too.
  let ready = false
  const listeners = [
    map.addListener('dragstart', onUser),
    map.addListener('zoom_changed', () => ready && moved()),
    map.addListener('idle', () => {
      ready = true
      own = false
    }),
  ]
  return {
    own: (move: () => void) => {
      own = true
      move()
    },
    end: () => {
      for (const listener of listeners) listener.remove()
    },
  }
}
