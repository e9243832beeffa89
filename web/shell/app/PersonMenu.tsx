import { isOffice } from '@remis/domain/kit/endpoint'
import { UnstyledButton } from '@mantine/core'
import type { Me } from '@remis/domain/accounts/accounts-api'
import { fullName } from '@remis/domain/people/first-name'
import {
  IconBaselineDensitySmall,
  IconCheck,
  IconDatabase,
  IconLogout,
  IconShieldLock,
  IconUserCircle,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { signOut } from '../../platform/api/session.ts'
import { useDensity } from '../../platform/page/density.ts'
import { chooseOwnDensity } from '../../platform/page/preferences.ts'
import { showError } from '../../platform/show-message.ts'
import { mayLeave } from '../../ui/dialogs/LeaveGuard.tsx'
import { Dropdown } from '../../ui/dialogs/Dropdown.tsx'
import links from '../links.module.css'
import classes from './PersonMenu.module.css'

/** Name of the signed-in person, with sign out. */
export const PersonMenu = ({ user }: { user: Me }) => {
  const { t } = useTranslation()
  const [leaving, setLeaving] = useState(false)
  const [open, setOpen] = useState(false)
  const leave = async () => {
    setOpen(false)
    if (!(await mayLeave())) return
    setLeaving(true)
    try {
      await signOut()
    } catch (error) {
      setLeaving(false)
      showError(error)
    }
  }
  const compact = useDensity() === 'compact'
  const office = isOffice(user.usertype)
  const name = fullName(user)
  return (
    <Dropdown
      opened={open}
      onChange={setOpen}
      width={240}
      radius="md"
      label={t('person_menu', { name })}
      button={
        <UnstyledButton
          className={classes.person}
          aria-label={t('person_menu', { name })}
          onClick={() => setOpen(!open)}
        >
          <IconUserCircle size={24} stroke={1.5} aria-hidden />
          <span className={classes.name}>{user.firstName}</span>
        </UnstyledButton>
      }
    >
      <p className={classes.full}>{name}</p>
      <p className={classes.role}>{t(`role_${user.usertype}`)}</p>
      <Link to={paths.profile()} className={`${links.link} ${classes.leave}`} onClick={() => setOpen(false)}>
        <IconUserCircle size={20} stroke={1.75} aria-hidden />
        {t('title_profile')}
      </Link>
      <Link to={paths.accountData()} className={`${links.link} ${classes.leave}`} onClick={() => setOpen(false)}>
        <IconDatabase size={20} stroke={1.75} aria-hidden />
        {t('your_data')}
      </Link>
      <Link to={paths.security()} className={`${links.link} ${classes.leave}`} onClick={() => setOpen(false)}>
        <IconShieldLock size={20} stroke={1.75} aria-hidden />
        {t('security_title')}
      </Link>
      {office && (
        <UnstyledButton
          className={`${links.link} ${classes.leave}`}
          role="switch"
          aria-checked={compact}
          onClick={() => chooseOwnDensity(compact ? 'comfortable' : 'compact')}
        >
          <IconBaselineDensitySmall size={20} stroke={1.75} aria-hidden />
          {t('density_compact')}
          {compact && <IconCheck size={18} stroke={2} aria-hidden className={classes.on} />}
        </UnstyledButton>
      )}
      <UnstyledButton
        className={`${links.link} ${classes.leave}`}
        disabled={leaving}
        onClick={() => void leave()}
        data-autofocus
      >
        <IconLogout size={20} stroke={1.75} aria-hidden />
        {t('sign_out')}
      </UnstyledButton>
    </Dropdown>
  )
}
