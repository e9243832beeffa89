import { UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './controls.module.css'

/** Light and dark follow the system until somebody chooses here. */
export const SchemeSwitch = () => {
  const { t } = useTranslation()
  const { setColorScheme } = useMantineColorScheme()
  const now = useComputedColorScheme('light')
  const next = now === 'dark' ? 'light' : 'dark'
  const label = t(next === 'dark' ? 'switch_to_dark' : 'switch_to_light')
  return (
    <UnstyledButton className={classes.icon} aria-label={label} title={label} onClick={() => setColorScheme(next)}>
      {now === 'dark' ? (
        <IconSun size={20} stroke={1.75} aria-hidden />
      ) : (
        <IconMoon size={20} stroke={1.75} aria-hidden />
      )}
    </UnstyledButton>
  )
}
