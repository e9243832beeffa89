import { IntList, NumberList } from './number-list.ts'
import { placeOf } from './osm-data.ts'
import type { OsmData, OsmMember, OsmNode, OsmRelation, OsmWay, Tags } from './osm-data.ts'
import { TagColumns } from './tag-columns.ts'

/** Ways as they are in the file: `end` is the end of each way's part of `refs`. */
interface RawWays {
  readonly id: Float64Array
  readonly end: Int32Array
  readonly refs: Float64Array
  readonly tags: TagColumns
}

const KINDS = ['node', 'way', 'relation'] as const

/** Nodes, ways and relations as columns of numbers, and the objects made of them one after the other. */
export class OsmColumns {
  readonly #node = { id: new NumberList(), lat: new IntList(), lng: new IntList(), tags: new TagColumns() }
  readonly #relation = {
    id: new NumberList(),
    end: new IntList(),
    kind: new IntList(),
    ref: new NumberList(),
    role: new TagColumns(),
    tags: new TagColumns(),
  }
  readonly #way = { raw: new IntList(), end: new IntList() }
  #places: Int32Array = new Int32Array(0)
  #wayId: Float64Array = new Float64Array(0)
  #wayTags = new TagColumns()
  #memberIds: Float64Array = new Float64Array(0)
  /** The first part of each member way, and the number after it in `#way`; -1 without one. */
  #memberWay: Int32Array = new Int32Array(0)

  addNode(id: number, lat: number, lng: number, tags: Tags): void {
    this.#node.id.push(id)
    this.#node.lat.push(lat)
    this.#node.lng.push(lng)
    this.#node.tags.add(tags)
  }

  addRelation(id: number, members: readonly OsmMember[], tags: Tags): void {
    const relation = this.#relation
    relation.id.push(id)
    relation.tags.add(tags)
    for (const { kind, ref, role } of members) {
      relation.kind.push(KINDS.indexOf(kind))
      relation.ref.push(ref)
      relation.role.add({ role })
    }
    relation.end.push(relation.ref.length)
  }

  /** @param find the place of a node's id in the coordinate columns; -1 when the file does not have it */
  addWays({ id, end, refs, tags }: RawWays, memberIds: Float64Array, find: (ref: number) => number): void {
    this.#wayId = id
    this.#wayTags = tags
    this.#memberIds = memberIds
    this.#memberWay = new Int32Array(memberIds.length).fill(-1)
    // Large enough: a way never has more places than references.
    const places = new Int32Array(refs.length)
    let used = 0
    const order = ascending(id)
    for (let i = 0; i < id.length; i++) {
      const way = order?.[i] ?? i
      const member = placeOf(memberIds, id[way]!)
      const run = (start: number): void => {
        if (used - start < 2) {
          used = start
          return
        }
        if (member >= 0 && this.#memberWay[member] === -1) this.#memberWay[member] = this.#way.raw.length
        this.#way.raw.push(way)
        this.#way.end.push(used)
      }
      let start = used
      for (let at = way === 0 ? 0 : end[way - 1]!; at < end[way]!; at++) {
        const place = find(refs[at]!)
        if (place >= 0) places[used++] = place
        else {
          run(start)
          start = used
        }
      }
      run(start)
    }
    this.#places = places.subarray(0, used)
  }

  close(others: Omit<OsmData, 'ways' | 'wayCount' | 'nodes' | 'relations' | 'waysOf'>): OsmData {
    this.#node.tags.close()
    this.#relation.tags.close()
    this.#relation.role.close()
    const nodes = { id: this.#node.id.take(), lat: this.#node.lat.take(), lng: this.#node.lng.take() }
    const nodeTags = this.#node.tags
    const nodeOrder = ascending(nodes.id)
    const node = (n: number): OsmNode => {
      const i = nodeOrder?.[n] ?? n
      return { id: nodes.id[i]!, lat: nodes.lat[i]!, lng: nodes.lng[i]!, tags: nodeTags.at(i) }
    }
    const [raw, end] = [this.#way.raw.take(), this.#way.end.take()]
    const way = (i: number): OsmWay => ({
      id: this.#wayId[raw[i]!]!,
      nodes: this.#places.subarray(i === 0 ? 0 : end[i - 1]!, end[i]),
      tags: this.#wayTags.at(raw[i]!),
    })
    const relation = this.#relationReader()
    return {
      ...others,
      nodes: each(nodes.id.length, node),
      ways: each(raw.length, way),
      wayCount: raw.length,
      relations: each(relation.count, relation.at),
      waysOf: (id) => {
        const member = placeOf(this.#memberIds, id)
        const parts: OsmWay[] = []
        const first = member < 0 ? -1 : this.#memberWay[member]!
        for (let i = first; i >= 0 && i < raw.length && raw[i] === raw[first]; i++) parts.push(way(i))
        return parts
      },
    }
  }

  #relationReader(): { count: number; at: (i: number) => OsmRelation } {
    const { tags, role } = this.#relation
    const [id, end] = [this.#relation.id.take(), this.#relation.end.take()]
    const [kind, ref] = [this.#relation.kind.take(), this.#relation.ref.take()]
    const member = (m: number): OsmMember => ({ kind: KINDS[kind[m]!]!, ref: ref[m]!, role: role.at(m)['role']! })
    const order = ascending(id)
    const at = (n: number): OsmRelation => {
      const i = order?.[n] ?? n
      const first = i === 0 ? 0 : end[i - 1]!
      return { id: id[i]!, tags: tags.at(i), members: Array.from({ length: end[i]! - first }, (_, m) => member(first + m)) }
    } // prettier-ignore
    return { count: id.length, at }
  }
}

/** The order in which the ids ascend; undefined when they do, as in nearly every file. */
const ascending = (ids: Float64Array): Int32Array | undefined => {
  if (ids.every((id, i) => i === 0 || id >= ids[i - 1]!)) return undefined
  return Int32Array.from(ids, (_, i) => i).sort((a, b) => ids[a]! - ids[b]! || a - b)
}

/** An iterable that makes its objects each time it is iterated. */
const each = <T>(count: number, at: (i: number) => T): Iterable<T> => ({
  *[Symbol.iterator]() {
    for (let i = 0; i < count; i++) yield at(i)
  },
})
