import type { Roads } from './road-graph.ts'

/**
 * The part of the road network of each junction: the number of a junction in it. Roads join a part in any direction.
 */
export const partsOfJunctions = ({
  nodeCount,
  edgeFrom,
  edgeTo,
}: Pick<Roads, 'nodeCount' | 'edgeFrom' | 'edgeTo'>): Int32Array => {
  const parent = Int32Array.from({ length: nodeCount }, (_, node) => node)
  const find = (node: number): number => {
    let top = node
    while (parent[top] !== top) top = parent[top] = parent[parent[top]!]!
    return top
  }
  for (let e = 0; e < edgeFrom.length; e++) parent[find(edgeFrom[e]!)] = find(edgeTo[e]!)
  return parent.map((_, node) => find(node))
}
