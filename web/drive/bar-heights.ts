/** Height of each bar in percent of the highest; what is not nothing is seen, a loss stays at the floor. */
export const barHeights = (amounts: readonly number[]): readonly number[] => {
  const most = Math.max(0, ...amounts)
  return amounts.map((amount) => (amount <= 0 || most === 0 ? 0 : Math.max(4, Math.round((amount / most) * 100))))
}
