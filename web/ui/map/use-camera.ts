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

type Size = Pick<HTMLElement, 'clientWidth' | 'clientHeight'>

const noPadding: Padding = { top: 0, bottom: 0, left: 0, right: 0 }
const margin = 56

/** Padding of the camera: the panels and a margin, smaller on small maps. */
export const framePadding = (
  { clientWidth, clientHeight }: Size,
  { top, bottom, left, right }: Padding = noPadding,
): Padding => {
  const room = Math.min(clientWidth - left - right, clientHeight - top - bottom)
  const around = Math.max(8, Math.min(margin, room / 6))
  return { top: top + around, bottom: bottom + around, left: left + around, right: right + around }
}

/** What the camera shows: how many points, the goal, which is the last of several, and the size of the frame, px. */
export interface Framed {
  readonly count: number
  readonly goal: string
  readonly width: number
  readonly height: number
}

export const framedBy = (keep: readonly LatLng[], { clientWidth, clientHeight }: Size): Framed => {
  const last = keep.length > 1 ? keep.at(-1) : undefined
  return {
    count: keep.length,
    goal: last === undefined ? '' : `${last.lat},${last.lng}`,
    width: clientWidth,
    height: clientHeight,
  }
}

/** A smaller change of the frame's width or height does not move the map, px. */
const otherSize = 48

/**
 * Whether the camera frames the points again: another goal, number of points or size of the frame, or not all well in
 * view. Small movements inside the view do not move the map.
 */
export const framesAgain = (shown: Framed | null, next: Framed, spots: Spots, inner: Box): boolean =>
  shown === null ||
  shown.count !== next.count ||
  shown.goal !== next.goal ||
  Math.abs(shown.width - next.width) > otherSize ||
  Math.abs(shown.height - next.height) > otherSize ||
  !roomy(spots, inner)

/** A map adapts to the size of its frame first, ms. */
const settlesIn = 150

/** Counts the changes of the frame's size, each after it has settled. */
const useResizes = (frame: HTMLElement | undefined): number => {
  const [resizes, setResizes] = useState(0)
  useEffect(() => {
    if (frame === undefined) return
    let settled: ReturnType<typeof setTimeout> | undefined
    const observer = new ResizeObserver(() => {
      clearTimeout(settled)
      settled = setTimeout(() => setResizes((count) => count + 1), settlesIn)
    })
    observer.observe(frame)
    return () => {
      clearTimeout(settled)
      observer.disconnect()
    }
  }, [frame])
  return resizes
}

/**
 * Keeps points in view, and frames them again when the last one, the goal, is another, or the frame has another size;
 * after a drag or zoom by the user it pauses until the recentre button is pressed. `view` null: the map is not ready.
 */
export const useCamera = (
  view: CameraView | null,
  keep: readonly LatLng[] | undefined,
  padding: Padding = noPadding,
) => {
  const [held, setHeld] = useState(false)
  const shown = useRef<Framed | null>(null)
  const { top, bottom, left, right } = padding
  const resizes = useResizes(view?.frame)

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
    const next = framedBy(keep, box)
    if (!framesAgain(shown.current, next, points, inner)) return
    const first = shown.current === null
    shown.current = next
    const duration = first || matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 700
    view.show(keep, framePadding(box, { top, bottom, left, right }), duration)
  }, [view, keep, held, resizes, top, bottom, left, right])

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
