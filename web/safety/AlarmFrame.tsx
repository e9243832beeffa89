import { lazy, Suspense, useState, type CSSProperties, type ReactNode } from 'react'
import { withTexts } from '../platform/i18n.ts'
import classes from './alarm.module.css'

const AlarmBar = lazy(async () => ({
  default: (await withTexts(['safety-desk'], import('./AlarmBar.tsx'))).AlarmBar,
}))

/**
 * The screens of the office with the bar of red alerts above them [design/safety-10]. What is fixed below the top bar
 * moves down by the height of the bar (`--shell-top`). `on`: for admins.
 */
export const AlarmFrame = ({ on, children }: { readonly on: boolean; readonly children: ReactNode }) => {
  const [height, setHeight] = useState(0)
  return (
    <div className={classes.outer}>
      {on && (
        <Suspense>
          <AlarmBar onHeight={setHeight} />
        </Suspense>
      )}
      <div
        className={classes.inner}
        style={height === 0 ? undefined : ({ '--shell-top': `calc(var(--bar-top) + ${height}px)` } as CSSProperties)}
      >
        {children}
      </div>
    </div>
  )
}
