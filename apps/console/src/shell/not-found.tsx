import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { Empty } from '../ui/state.tsx';

export function NotFound() {
  return (
    <Empty icon={<Compass size={22} aria-hidden />} title="There is no page at this address">
      <Link to="/orders">Orders that need attention</Link>
    </Empty>
  );
}
