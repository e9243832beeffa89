import { IconMoon, IconSun } from '@tabler/icons-react'
import { useFirstTexts } from '../i18n/use-first-texts.ts'
import { useColorScheme } from '../platform/page/color-scheme.ts'
import { chooseOwnScheme } from '../platform/page/preferences.ts'
import classes from './controls.module.css'

/** Switches between light and dark; the default is the system's. */
export const SchemeSwitch = () => {
  const { t } = useFirstTexts()
  const now = useColorScheme()
  const next = now === 'dark' ? 'light' : 'dark'
  const label = t(next === 'dark' ? 'switch_to_dark' : 'switch_to_light')
  return (
    <button
      type="button"
      className={classes.icon}
      aria-label={label}
      title={label}
      onClick={() => chooseOwnScheme(next)}
    >
      {now === 'dark' ? (
        <IconSun size={20} stroke={1.75} aria-hidden />
      ) : (
        <IconMoon size={20} stroke={1.75} aria-hidden />
      )}
    </button>
  )
}
