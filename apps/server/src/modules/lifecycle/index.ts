export { addProject, editProject, removeProject } from './service.ts';
