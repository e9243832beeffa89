import { Menu, UnstyledButton } from '@mantine/core'
import type { Me } from '@remis/domain/accounts/accounts-api'
import { IconLogout, IconUserCircle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import { signOut } from '../platform/session.ts'
import { showError } from '../platform/show-message.ts'
import classes from './PersonMenu.module.css'

export const PersonMenu = ({ user }: { user: Me }) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    try {
      await signOut()
      await navigate({ to: paths.home() })
    } catch (error) {
      setLeaving(false)
      showError(error)
    }
  }
  const name = `${user.firstName} ${user.lastName}`
  return (
    <Menu position="bottom-end" radius="md" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes.person} aria-label={t('person_menu', { name })}>
          <IconUserCircle size={24} stroke={1.5} aria-hidden />
          <span className={classes.name}>{user.firstName}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <span className={classes.full}>{name}</span>
          {t(`role_${user.usertype}`)}
        </Menu.Label>
        <Menu.Item
          disabled={leaving}
          leftSection={<IconLogout size={20} stroke={1.75} aria-hidden />}
          onClick={() => void leave()}
        >
          {t('sign_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
