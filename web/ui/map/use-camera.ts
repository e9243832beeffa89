import type { LatLng } from '@remis/domain/kit/distance'
import { useEffect, useRef, useState } from 'react'
import { roomy } from './bounds.ts'

type Spots = Parameters<typeof roomy>[0]
type Box = Parameters<typeof roomy>[1]

export type Padding = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number }

/** What the camera needs of a map, embedded or Google's. */
export interface CameraView {
  readonly frame: HTMLElement
  /** pixels from the upper left corner of the frame */
  project(point: LatLng): { readonly x: number; readonly y: number }
  /** Shows all points inside the padding, no closer than zoom 16; `ms` 0: at once. */
  show(points: readonly LatLng[], padding: Padding, ms: number): void
}

const noPadding: Padding = { top: 0, bottom: 0, left: 0, right: 0 }
const margin = 56

/** Padding of the camera: the panels and a margin, smaller on small maps. */
export const framePadding = (
  { clientWidth, clientHeight }: Pick<HTMLElement, 'clientWidth' | 'clientHeight'>,
  { top, bottom, left, right }: Padding = noPadding,
): Padding => {
  const room = Math.min(clientWidth - left - right, clientHeight - top - bottom)
  const around = Math.max(8, Math.min(margin, room / 6))
  return { top: top + around, bottom: bottom + around, left: left + around, right: right + around }
}

/** What the camera shows: how many points, and the goal, the last of several. */
export interface Framed {
  readonly count: number
  readonly goal: string
}

export const framedBy = (keep: readonly LatLng[]): Framed => {
  const last = keep.length > 1 ? keep.at(-1) : undefined
  return { count: keep.length, goal: last === undefined ? '' : `${last.lat},${last.lng}` }
}

/**
 * Whether the camera frames the points again: another goal, another number of points, or not all well in view. Small
 * movements inside the view do not move the map.
 */
export const framesAgain = (shown: Framed | null, keep: readonly LatLng[], spots: Spots, inner: Box): boolean => {
  const next = framedBy(keep)
  return shown === null || shown.count !== next.count || shown.goal !== next.goal || !roomy(spots, inner)
}

/**
 * Keeps points in view, and frames them again when the last one, the goal, is another; after a drag or zoom by the user
 * it pauses until the recentre button is pressed. `view` null: the map is not ready.
 */
export const useCamera = (
  view: CameraView | null,
  keep: readonly LatLng[] | undefined,
  padding: Padding = noPadding,
) => {
  const [held, setHeld] = useState(false)
  const shown = useRef<Framed | null>(null)
  const { top, bottom, left, right } = padding

  useEffect(() => {
    if (held || view === null || keep === undefined || keep.length === 0) return
    // layout size, not the painted one: a dialog is scaled while it opens
    const box = view.frame
    const inner = {
      left: left + margin / 2,
      top: top + margin / 2,
      right: box.clientWidth - right - margin / 2,
      bottom: box.clientHeight - bottom - margin / 2,
    }
    const points = keep.map((point) => view.project(point))
    if (!framesAgain(shown.current, keep, points, inner)) return
    const first = shown.current === null
    shown.current = framedBy(keep)
    const duration = first || matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 700
    view.show(keep, framePadding(box, { top, bottom, left, right }), duration)
  }, [view, keep, held, top, bottom, left, right])

  return {
    held: held && keep !== undefined && keep.length > 0,
    release: () => {
      shown.current = null
      setHeld(false)
    },
    /** The user has moved the map. */
    hold: () => setHeld(true),
  }
}
