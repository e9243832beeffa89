import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { AtlasError } from '../atlas-error.ts'
import type { OsmRelation } from './osm-data.ts'
import { readOsm } from './read-osm.ts'
import { TagColumns } from './tag-columns.ts'
import { writePbf } from './write-pbf.ts'
import type { WayToWrite } from './write-pbf.ts'

const folder = mkdtempSync(join(tmpdir(), 'atlas-osm-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string): string => join(folder, name)

const TAKEN = Date.UTC(2020, 1, 29) / 1000
const nodes = [
  { id: 7, lat: -349_000_001, lng: -561_000_007, tags: { highway: 'traffic_signals' } },
  { id: 1, lat: 0, lng: 0, tags: {} },
  { id: 9_999_999_999, lat: 850_000_000, lng: 1_799_999_999, tags: { name: 'Ünïcode “quotes”', amenity: 'café' } },
  { id: 8, lat: -349_000_100, lng: -561_000_000, tags: {} },
]
const write = (name: string, ways: WayToWrite[], relations: OsmRelation[] = []): string => {
  writePbf(at(name), nodes, ways, TAKEN, relations)
  return at(name)
}

const faultOf = (work: () => unknown): AtlasError => {
  try {
    work()
  } catch (error) {
    if (error instanceof AtlasError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

test('reads back a written file exactly, with tags, date and way directions', () => {
  const map = readOsm([
    write('whole.osm.pbf', [{ id: 5, refs: [8, 7, 1], tags: { highway: 'primary', name: 'Ñandú' } }]),
  ])
  expect(map.files).toEqual([{ path: at('whole.osm.pbf'), date: '2020-02-29', box: undefined }])
  const [way, ...others] = map.ways
  expect(others).toEqual([])
  expect(way!.tags).toEqual({ highway: 'primary', name: 'Ñandú' })
  expect([...way!.nodes].map((place) => [map.ids[place], map.lat[place], map.lng[place]])).toEqual([
    [8, -349_000_100, -561_000_000],
    [7, -349_000_001, -561_000_007],
    [1, 0, 0],
  ])
  expect([...map.nodes].map(({ id, lat, lng, tags }) => ({ id, lat, lng, tags }))).toEqual([nodes[0], nodes[2]])
})

test('reads files of many blocks', () => {
  const many = Array.from({ length: 20_001 }, (_, i) => ({ id: i + 1, lat: i * 11, lng: -i * 7, tags: {} }))
  const ways = Array.from({ length: 9_000 }, (_, i) => ({
    id: i + 1,
    refs: [i + 1, i + 2],
    tags: { highway: 'service' },
  }))
  writePbf(at('many.osm.pbf'), many, ways, TAKEN)
  const map = readOsm([at('many.osm.pbf')])
  const read = [...map.ways]
  expect(read).toHaveLength(9_000)
  const last = read.at(-1)!
  expect(map.lat[last.nodes[1]!]).toBe(9_000 * 11)
})

test('cuts a way where a node is missing, and drops it when nothing is left', () => {
  const map = readOsm([
    write('holes.osm.pbf', [
      { id: 1, refs: [7, 8, 555, 1, 9_999_999_999], tags: { highway: 'service' } },
      { id: 2, refs: [555, 7, 556], tags: { highway: 'service' } },
    ]),
  ])
  expect([...map.ways].map((way) => [way.id, way.nodes.length])).toEqual([
    [1, 2],
    [1, 2],
  ])
})

test('a box keeps whole ways that reach into it, and nodes inside it', () => {
  const file = write('box.osm.pbf', [
    { id: 1, refs: [7, 1], tags: { highway: 'service' } },
    { id: 2, refs: [1, 9_999_999_999], tags: { highway: 'service' } },
  ])
  const map = readOsm([file], [-57, -36, -56, -34])
  expect([...map.ways].map((way) => [way.id, way.nodes.length])).toEqual([[1, 2]])
  expect([...map.nodes].map((node) => node.id)).toEqual([7])
})

const edge = (ref: number, role = 'outer') => ({ kind: 'way' as const, ref, role })

test('reads relations with their members, and the ways of areas although they have no tags', () => {
  const square = {
    id: 3,
    tags: { type: 'multipolygon', building: 'yes' },
    members: [edge(1), edge(2, 'inner'), edge(99)],
  }
  const turn = {
    id: 4,
    tags: { type: 'restriction', restriction: 'no_left_turn' },
    members: [edge(3, 'from'), { kind: 'node' as const, ref: 9_999_999_999, role: 'via' }, edge(5, 'to')],
  }
  const bus = { id: 5, tags: { type: 'route', route: 'bus' }, members: [edge(4, '')] }
  const ways = [1, 2, 4].map((id) => ({ id, refs: [7, 8, 1], tags: {} }))
  const ferry = { id: 6, refs: [7, 1], tags: { route: 'ferry' } }
  const map = readOsm([write('relations.osm.pbf', [...ways, ferry], [turn, square, bus])])
  expect([...map.relations]).toEqual([square, turn])
  expect([...map.ways].map((way) => [way.id, way.tags])).toEqual([
    [1, {}],
    [2, {}],
    [6, { route: 'ferry' }],
  ])
  expect(map.waysOf(2).map((way) => way.nodes.length)).toEqual([3])
  expect(map.waysOf(99)).toEqual([])
})

test('a box keeps every way of an area that reaches into it', () => {
  const far = [1, 9_999_999_999]
  const wood = { id: 1, tags: { type: 'multipolygon', natural: 'wood' }, members: [edge(1), edge(2)] }
  const elsewhere = { id: 2, tags: { type: 'multipolygon', natural: 'wood' }, members: [edge(3)] }
  const ways = [
    { id: 1, refs: [7, 1], tags: {} },
    { id: 2, refs: far, tags: {} },
    { id: 3, refs: far, tags: {} },
  ]
  const map = readOsm([write('areas.osm.pbf', ways, [wood, elsewhere])], [-57, -36, -56, -34])
  expect([...map.relations].map(({ id }) => id)).toEqual([1])
  expect([...map.ways].map(({ id }) => id)).toEqual([1, 2])
})

test('reports a file that is cut off anywhere, never reads it as a smaller map', () => {
  const whole = readFileSync(write('cut.osm.pbf', [{ id: 5, refs: [8, 7], tags: { highway: 'primary' } }]))
  const ends = [whole.length - 1, whole.length - 20, Math.floor(whole.length / 2), 30, 3]
  for (const end of ends) {
    writeFileSync(at('cut.osm.pbf'), whole)
    truncateSync(at('cut.osm.pbf'), end)
    const fault = faultOf(() => readOsm([at('cut.osm.pbf')]))
    expect([fault.code, fault.message]).toEqual(['BAD_FILE', expect.stringMatching(/cut off|damaged/)])
    expect(fault.message).not.toContain('\n')
  }
})

test('damaged, empty, absent and foreign files have a one-line error', () => {
  const whole = readFileSync(write('bad.osm.pbf', [{ id: 5, refs: [8, 7], tags: { highway: 'primary' } }]))
  const damaged = Buffer.from(whole)
  damaged.fill(0xff, whole.length - 40, whole.length - 10)
  writeFileSync(at('bad.osm.pbf'), damaged)
  expect(faultOf(() => readOsm([at('bad.osm.pbf')])).message).toBe('bad.osm.pbf is damaged. Download it again.')
  writeFileSync(at('empty.osm.pbf'), '')
  expect(faultOf(() => readOsm([at('empty.osm.pbf')])).message).toBe('empty.osm.pbf is empty.')
  writeFileSync(at('page.osm.pbf'), '<!doctype html><html><body>404 Not Found</body></html>')
  expect(faultOf(() => readOsm([at('page.osm.pbf')])).message).toBe(
    'page.osm.pbf is not an OpenStreetMap .osm.pbf file.',
  )
  expect(faultOf(() => readOsm([at('absent.osm.pbf')])).message).toMatch(/^absent\.osm\.pbf cannot be opened/)
})

test('an error of the import itself does not call the file damaged', () => {
  const file = write('good.osm.pbf', [{ id: 5, refs: [8, 7], tags: { highway: 'primary' } }])
  const add = vi.spyOn(TagColumns.prototype, 'add').mockImplementation(() => {
    throw new RangeError('Array buffer allocation failed')
  })
  try {
    expect(() => readOsm([file])).toThrow(new RangeError('Array buffer allocation failed'))
  } finally {
    add.mockRestore()
  }
})

// [design/maps-73]
test('one flipped bit anywhere: the same map, or one line', () => {
  const whole = readFileSync(write('flip.osm.pbf', [{ id: 5, refs: [8, 7], tags: { highway: 'primary' } }]))
  const contentOf = (file: string) => {
    const map = readOsm([file])
    return { ways: [...map.ways].map(({ tags, nodes: places }) => ({ tags, places: [...places] })), nodes: [...map.nodes], lat: [...map.lat] }
  }
  const sound = contentOf(at('flip.osm.pbf'))
  let refused = 0
  for (let bit = 0; bit < whole.length * 8; bit += 5) {
    const harmed = Buffer.from(whole)
    harmed[bit >> 3]! ^= 1 << (bit & 7)
    writeFileSync(at('flip.osm.pbf'), harmed)
    let fault: AtlasError | undefined
    let read: object | undefined
    try {
      read = contentOf(at('flip.osm.pbf'))
    } catch (error) {
      fault = error as AtlasError
    }
    if (read) expect(read, `bit ${bit}`).toEqual(sound)
    else {
      refused++
      expect([fault!.name, fault!.code, fault!.message.includes('\n')], `bit ${bit}: ${fault!.message}`).toEqual(['AtlasError', 'BAD_FILE', false])
    }
  }
  expect(refused).toBeGreaterThan(whole.length)
}) // prettier-ignore
