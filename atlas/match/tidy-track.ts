import { possibleFixes, type Fix } from './clean-fixes.ts'
import { gatherFixes } from './gather-fixes.ts'

/** Assumed error of a position without an accuracy, metres. */
const UNTOLD = 15

/** Assumed error of a position for a matcher, metres: the accuracy of the device, from 8 to 30. */
export const noiseOf = ({ accuracy = UNTOLD }: Pick<Fix, 'accuracy'>): number => Math.min(30, Math.max(8, accuracy))

/**
 * The places that a car was at, for a matcher outside this engine: without inaccurate and impossible fixes, and with
 * one place where the car stood [design/maps-8]. In the order of the fixes; times in ms, where the fixes have them.
 */
export const tidyTrack = (fixes: readonly Fix[]): Fix[] => gatherFixes(possibleFixes(fixes), noiseOf)
