import type { ExpressionSpecification, GeoJSONSource, MapLayerMouseEvent, Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useMemo, useRef } from 'react'
import { Layer, Source, useMap } from 'react-map-gl/maplibre'
import { fleetColors } from '../map-colors.ts'
import type { FleetCar, MapFleet } from '../map-props.ts'
import { markOf, vehicleShapes, type VehicleShape } from './vehicle-shapes.ts'

const source = 'fleet'
const states = ['free', 'pickup', 'trip'] as const
const shapes = Object.keys(vehicleShapes) as VehicleShape[]
const iconOf = (shape: VehicleShape, state: FleetCar['state']) => `fleet-${shape}-${state}`
/** pixels of a drawn icon, at twice the size it is shown in */
const drawnAt = 56

/**
 * A vehicle from above, with a mark for what it does: empty, a dot (on the way), a bar (with a rider); never colour
 * alone.
 */
const drawIcon = (shape: VehicleShape, state: FleetCar['state']): ImageData | null => {
  const canvas = document.createElement('canvas')
  canvas.width = drawnAt
  canvas.height = drawnAt
  const pen = canvas.getContext('2d')
  if (pen === null) return null
  const { dot, bar } = markOf(shape)
  pen.scale(drawnAt / 28, drawnAt / 28)
  pen.fillStyle = '#000'
  pen.fill(new Path2D(vehicleShapes[shape].path), 'evenodd')
  pen.globalCompositeOperation = 'destination-out'
  if (state === 'pickup') {
    pen.beginPath()
    pen.arc(dot.x, dot.y, dot.radius, 0, 2 * Math.PI)
    pen.fill()
  }
  if (state === 'trip') pen.fillRect(bar.x, bar.y, bar.width, bar.height)
  return pen.getImageData(0, 0, drawnAt, drawnAt)
}

const addIcons = (map: MapLibreMap): void => {
  for (const shape of shapes)
    for (const state of states) {
      const name = iconOf(shape, state)
      const drawn = map.hasImage(name) ? null : drawIcon(shape, state)
      if (drawn !== null) map.addImage(name, drawn, { sdf: true, pixelRatio: 2 })
    }
}

const single: ExpressionSpecification = ['!', ['has', 'point_count']]
const grouped: ExpressionSpecification = ['has', 'point_count']

/** Many cars: icons by state and direction, and circles with a number where they are close to each other. */
export const Fleet = ({ fleet, dark }: { fleet: MapFleet; dark: boolean }) => {
  const { current: view } = useMap()
  const latest = useRef(fleet)
  useEffect(() => void (latest.current = fleet))

  useEffect(() => {
    const map = view?.getMap()
    if (map === undefined) return
    const add = () => addIcons(map)
    const look = () => {
      const box = map.getBounds()
      latest.current.onView({
        north: box.getNorth(),
        south: box.getSouth(),
        east: wrapped(box.getEast()),
        west: wrapped(box.getWest()),
      })
    }
    const press = (event: MapLayerMouseEvent) => {
      const layers = ['fleet-groups', 'fleet-cars'].filter((layer) => map.getLayer(layer) !== undefined)
      const hit = map.queryRenderedFeatures(event.point, { layers })[0]
      if (hit === undefined) return latest.current.onChoose(null)
      if (hit.properties['point_count'] === undefined) return latest.current.onChoose(String(hit.properties['id']))
      if (hit.geometry.type !== 'Point') return
      const { coordinates } = hit.geometry
      void map
        .getSource<GeoJSONSource>(source)
        ?.getClusterExpansionZoom(Number(hit.properties['cluster_id']))
        .then((zoom) => map.easeTo({ center: [coordinates[0]!, coordinates[1]!], zoom }))
    }
    const point = (on: boolean) => () => void (map.getCanvas().style.cursor = on ? 'pointer' : '')
    const [over, off] = [point(true), point(false)]
    add()
    look()
    // a new style, after the look changed, has no images
    map.on('styledata', add)
    map.on('moveend', look)
    map.on('click', press)
    map.on('mouseenter', ['fleet-groups', 'fleet-cars'], over)
    map.on('mouseleave', ['fleet-groups', 'fleet-cars'], off)
    return () => {
      map.off('styledata', add)
      map.off('moveend', look)
      map.off('click', press)
      map.off('mouseenter', ['fleet-groups', 'fleet-cars'], over)
      map.off('mouseleave', ['fleet-groups', 'fleet-cars'], off)
    }
  }, [view])

  const { cars, chosen } = fleet
  const data = useMemo(
    () => ({
      type: 'FeatureCollection' as const,
      features: cars.map(({ id, at, heading, state, stale, shape = 'car' }) => ({
        type: 'Feature' as const,
        geometry: { type: 'Point' as const, coordinates: [at.lng, at.lat] },
        properties: { id, icon: iconOf(shape, state), look: stale ? 'stale' : state, heading: heading ?? 0 },
      })),
    }),
    [cars],
  )
  const colour = fleetColors[dark ? 'dark' : 'light']
  const byLook: ExpressionSpecification = [
    'match',
    ['get', 'look'],
    'free',
    colour.free,
    'pickup',
    colour.pickup,
    'trip',
    colour.trip,
    colour.stale,
  ]
  return (
    <Source id={source} type="geojson" data={data} cluster clusterRadius={36} clusterMaxZoom={13}>
      <Layer
        id="fleet-chosen"
        type="circle"
        filter={['all', single, ['==', ['get', 'id'], chosen ?? '']]}
        paint={{
          'circle-radius': 22,
          'circle-opacity': 0,
          'circle-stroke-width': 3,
          'circle-stroke-color': colour.group,
        }}
      />
      <Layer
        id="fleet-cars"
        type="symbol"
        filter={single}
        layout={{
          'icon-image': ['get', 'icon'],
          'icon-rotate': ['get', 'heading'],
          'icon-rotation-alignment': 'map',
          'icon-allow-overlap': true,
          'icon-ignore-placement': true,
        }}
        paint={{ 'icon-color': byLook, 'icon-halo-color': colour.ink, 'icon-halo-width': 1.5 }}
      />
      <Layer
        id="fleet-groups"
        type="circle"
        filter={grouped}
        paint={{
          'circle-radius': ['step', ['get', 'point_count'], 15, 10, 18, 100, 24],
          'circle-color': colour.group,
          'circle-stroke-width': 3,
          'circle-stroke-color': colour.ink,
          'circle-stroke-opacity': 0.6,
        }}
      />
      <Layer
        id="fleet-counts"
        type="symbol"
        filter={grouped}
        layout={{
          'text-field': ['get', 'point_count_abbreviated'],
          'text-font': ['Noto Sans Regular'],
          'text-size': 13,
          'text-allow-overlap': true,
        }}
        paint={{ 'text-color': colour.ink }}
      />
    </Source>
  )
}

/** A longitude within -180 and 180. */
const wrapped = (lng: number): number => ((((lng + 180) % 360) + 360) % 360) - 180
