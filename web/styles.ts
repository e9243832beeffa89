// The styles of every page; those of Mantine's parts come with the screens that use them (ui/mantine-parts.ts).
// before all parts that build on it, in whatever order those come
import '@mantine/core/styles/UnstyledButton.layer.css'
import './fonts/latin.css'
import './fonts/arabic.css'
import './theme.css'
