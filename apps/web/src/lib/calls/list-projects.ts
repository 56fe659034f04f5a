import { queryOptions } from '@tanstack/react-query';
import { quietApi } from '../api/client.ts';
import { learnReach } from '../session/perimeter.ts';

/** The user's projects, all of them. */
export function listProjects() {
  return queryOptions({
    queryKey: ['projects'],
    queryFn: async ({ signal }) => {
      const answer = await quietApi.call('projects.list', {}, signal);
      learnReach(answer.data);
      return answer;
    },
    select: (answer) => answer.data,
  });
}
