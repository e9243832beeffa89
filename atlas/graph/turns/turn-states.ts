import { IntColumn } from '../int-column.ts'
import type { Arcs, NodeFiles } from '../main-component.ts'
import { headOf, mayDrive, SIDE, tailOf } from '../road-graph.ts'
import type { Roads } from '../road-graph.ts'

/** The part of a route: before the first public road, on public roads, after the last one [design/maps-22]. */
const START = 0
const PUBLIC = 1
const END = 2
type Layer = typeof START | typeof PUBLIC | typeof END
const LAYERS = 3

/** A turn ban whose first `done` edges match the last directed edges driven. */
interface Progress {
  readonly ban: Int32Array
  readonly done: number
}

export interface TurnStates extends Arcs, NodeFiles {
  /** The directed edge of each arc. */
  readonly directed: Int32Array
  /** The state after a drive that starts on this directed edge; -1 when it may not be driven. */
  readonly onward: Int32Array
}

/**
 * Expands junctions into states, because turn restrictions and destination-only roads depend on how a drive reached a
 * junction. A state is a junction with the part of the route; at the junctions `remembered` also with the last directed
 * edge and the bans begun. Every path of states is a permitted drive, and every permitted drive is a path.
 * @param main marks the junctions that public roads connect with each other; others are for the ends of a route
 * @param remembered marks junctions where drives do not turn round, except at a dead end; all where a ban forbids a
 * turn
 */
export const turnStates = (roads: Roads, main: Uint8Array, remembered: Uint8Array): TurnStates => {
  const exits = exitsOf(roads)
  const bansFrom = new Map<number, Progress[]>()
  for (const ban of roads.bans) {
    const begun = bansFrom.get(ban[0]!)
    if (begun) begun.push({ ban, done: 1 })
    else bansFrom.set(ban[0]!, [{ ban, done: 1 }])
  }
  const states = new States(roads.nodeCount)
  const onward = new Int32Array(roads.edgeWays.length * 2).fill(-1)
  const reach = (layer: Layer, directed: number, longer: readonly Progress[]): number => {
    const node = headOf(roads, directed)
    const last = remembered[node] || longer.length > 0 ? directed : -1
    return states.numberOf(node, layer, last, longer)
  }
  const isSide = (directed: number): boolean => (roads.edgeKind[directed >> 1]! & SIDE) !== 0
  for (let d = 0; d < onward.length; d++) {
    if (!mayDrive(roads, d)) continue
    onward[d] = reach(isSide(d) && !main[headOf(roads, d)] ? START : PUBLIC, d, [])
  }
  const [tail, head, directed] = [new IntColumn(), new IntColumn(), new IntColumn()]
  for (let state = 0; state < states.count; state++) {
    const { node, layer, last } = states.at(state)
    const progress = last === -1 ? [] : [...(bansFrom.get(last) ?? []), ...states.longer(state)]
    const drive = (d: number): boolean => {
      if (progress.some(({ ban, done }) => done === ban.length - 1 && ban[done] === d)) return false
      const next = layerAfter(layer, isSide(d), main[headOf(roads, d)] === 1)
      if (next === undefined) return false
      const longer = progress
        .filter(({ ban, done }) => ban[done] === d)
        .map(({ ban, done }) => ({ ban, done: done + 1 }))
      tail.push(state)
      head.push(reach(next, d, longer))
      directed.push(d)
      return true
    }
    let ahead = 0
    let back = -1
    for (let i = exits.first[node]!; i < exits.first[node + 1]!; i++) {
      const d = exits.directed[i]!
      if (last !== -1 && d === (last ^ 1)) back = d
      else if (drive(d)) ahead++
    }
    if (ahead === 0 && back !== -1) drive(back)
  }
  const nodeFiles = Int32Array.from({ length: states.count }, (_, state) => roads.nodeFiles[states.at(state).node]!)
  return {
    nodeCount: states.count,
    nodeFiles,
    fileCount: roads.fileCount,
    tail: tail.values(),
    head: head.values(),
    directed: directed.values(),
    onward,
  }
}

/** Undefined: a route that has left the public roads does not go back to them. */
const layerAfter = (layer: Layer, side: boolean, headIsMain: boolean): Layer | undefined => {
  if (!side) return layer === PUBLIC ? PUBLIC : undefined
  if (layer === START) return headIsMain ? PUBLIC : START
  return END
}

/** The directed edges that begin at each junction. */
export const exitsOf = (roads: Omit<Roads, 'bans'>): { first: Int32Array; directed: Int32Array } => {
  const first = new Int32Array(roads.nodeCount + 1)
  const count = roads.edgeWays.length * 2
  for (let d = 0; d < count; d++) if (mayDrive(roads, d)) first[tailOf(roads, d) + 1]!++
  for (let i = 0; i < roads.nodeCount; i++) first[i + 1]! += first[i]!
  const directed = new Int32Array(first[roads.nodeCount]!)
  const next = first.slice()
  for (let d = 0; d < count; d++) if (mayDrive(roads, d)) directed[next[tailOf(roads, d)]!++] = d
  return { first, directed }
}

/** Numbers the states as they are met. */
class States {
  readonly #node = new IntColumn()
  readonly #layer = new IntColumn()
  readonly #last = new IntColumn()
  readonly #longer = new Map<number, readonly Progress[]>()
  readonly #plain: Int32Array
  readonly #byLast = new Map<number, number>()
  readonly #byProgress = new Map<string, number>()
  readonly #banNumber = new Map<Int32Array, number>()

  constructor(nodes: number) {
    this.#plain = new Int32Array(nodes * LAYERS).fill(-1)
  }

  get count(): number {
    return this.#node.length
  }

  at(state: number): { node: number; layer: Layer; last: number } {
    return { node: this.#node.at(state), layer: this.#layer.at(state) as Layer, last: this.#last.at(state) }
  }

  /** The bans begun before the last directed edge. */
  longer(state: number): readonly Progress[] {
    return this.#longer.get(state) ?? []
  }

  numberOf(node: number, layer: Layer, last: number, longer: readonly Progress[]): number {
    if (last === -1) {
      const place = node * LAYERS + layer
      if (this.#plain[place] === -1) this.#plain[place] = this.#add(node, layer, last)
      return this.#plain[place]!
    }
    const key = last * LAYERS + layer
    if (longer.length === 0) {
      let found = this.#byLast.get(key)
      if (found === undefined) this.#byLast.set(key, (found = this.#add(node, layer, last)))
      return found
    }
    const progress = longer.map(({ ban, done }) => `${this.#numberOfBan(ban)}.${done}`).sort()
    const text = `${key}:${progress.join()}`
    let found = this.#byProgress.get(text)
    if (found === undefined) {
      found = this.#add(node, layer, last)
      this.#byProgress.set(text, found)
      this.#longer.set(found, longer)
    }
    return found
  }

  #add(node: number, layer: Layer, last: number): number {
    this.#layer.push(layer)
    this.#last.push(last)
    return this.#node.push(node)
  }

  #numberOfBan(ban: Int32Array): number {
    let found = this.#banNumber.get(ban)
    if (found === undefined) this.#banNumber.set(ban, (found = this.#banNumber.size))
    return found
  }
}
