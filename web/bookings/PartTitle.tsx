import { createContext, useContext, type ReactNode } from 'react'

/** The heading level of the parts of a booking: 3 below the title of the panel, 2 on the page of a booking. */
export const PartLevel = createContext<2 | 3>(3)

/** The heading of a part of a booking; `sub`: of a part within it. */
export const PartTitle = ({ sub = false, children }: { sub?: boolean; children: ReactNode }) => {
  const level = useContext(PartLevel)
  const Heading = (['h2', 'h3', 'h4'] as const)[level - 2 + (sub ? 1 : 0)]!
  return <Heading data-sub={sub || undefined}>{children}</Heading>
}
